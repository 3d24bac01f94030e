-- What forms keep for audiences, counted by these: most submissions keep nothing.
CREATE INDEX submissions_kept_for ON submissions (school_id, audiences, state, form_id) WHERE audiences <> '';
