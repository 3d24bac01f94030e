-- When and where a child is seen, once a day is made for that (S/scheduled). It stays while the application is shortlisted or on hold.
ALTER TABLE applications ADD COLUMN appointment_at BIGINT;
ALTER TABLE applications ADD COLUMN appointment_place TEXT;
-- What whoever saw a child recommends: recommend, reservations, against; NULL for a note that recommends nothing.
ALTER TABLE submission_notes ADD COLUMN mark TEXT;
