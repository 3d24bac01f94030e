-- Which secret the servers of this database have: what one of them leaves, the others hold theirs against.
CREATE TABLE server_marks (
    name TEXT NOT NULL PRIMARY KEY,
    mark TEXT NOT NULL                   -- a part of a hash of the secret, which tells nothing of it
);
-- append-only: server_marks
