-- What may be used up in an hour or a day: bytes of strangers' files, new drafts, lines of exports.
-- The same table stands in ../postgres; a test compares them.

-- Added to in the transaction of what uses it up. Kept for two days.
CREATE TABLE allowances (
    school_id TEXT NOT NULL,
    name TEXT NOT NULL,                  -- of what
    holder TEXT NOT NULL,                -- a person's id, a keyed hash of an address, or '' for all strangers of the school
    began BIGINT NOT NULL,               -- when the window began
    used BIGINT NOT NULL,
    PRIMARY KEY (school_id, name, holder, began)
);

-- What a list of drafts shows and what they take up, without reading them. Of those from before it is not known.
ALTER TABLE drafts ADD COLUMN person TEXT NOT NULL DEFAULT '';   -- whom the answers are about
ALTER TABLE drafts ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;   -- of the answers as text
