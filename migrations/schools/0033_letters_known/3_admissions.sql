-- How whoever signs a letter is known beside the link, as its template had it when it was made: birth_date, code. NULL of letters from before:
-- these follow their template.
ALTER TABLE family_letters ADD COLUMN second_proof TEXT;
