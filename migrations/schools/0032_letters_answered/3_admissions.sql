-- What an acceptance says of payments, as it was fixed: the way to pay that was chosen with its payments, and the deposit. NULL until then.
ALTER TABLE family_letters ADD COLUMN terms jsontext;

-- Keyed hash of the birth date of the child that the answers are of: what a family writes for each of its children makes no duplicates of
-- them. Empty where they tell none, and of what came before.
ALTER TABLE known_values ADD COLUMN born TEXT NOT NULL DEFAULT '';
