-- What an application's days have brought, each once.
ALTER TABLE applications ADD COLUMN review_told BOOLEAN NOT NULL DEFAULT FALSE; -- whether somebody was asked to look again at what is on hold
ALTER TABLE applications ADD COLUMN seat_ended BOOLEAN NOT NULL DEFAULT FALSE;  -- whether what is on hold has lost the seat that it had
ALTER TABLE applications ADD COLUMN reminded BIGINT NOT NULL DEFAULT 0;         -- how far the family was reminded of an offer: 1 ahead, 2 on its last day
ALTER TABLE applications ADD COLUMN stood BIGINT NOT NULL DEFAULT 0;            -- milliseconds that it had stood there, or in `held_from`, before it was put on hold
CREATE INDEX applications_by_review ON applications (school_id, review_by);
