-- What an acceptance says of payments, as it was fixed: the way to pay that was chosen with its payments, and the deposit. NULL until then.
ALTER TABLE family_letters ADD COLUMN terms jsontext;
