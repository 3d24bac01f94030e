ALTER TABLE timeline ADD COLUMN role TEXT;                   -- that let who acted; NULL for the family and the server
ALTER TABLE timeline ADD COLUMN reason TEXT;                 -- why, of the kind's own list
ALTER TABLE timeline ADD COLUMN version BIGINT NOT NULL DEFAULT 1; -- shape of what is hashed: 1 had neither role nor reason
