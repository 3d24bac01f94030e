-- A letter that was signed is kept until then, and neither changed nor deleted before; and when what it says was erased.
ALTER TABLE family_letters ADD COLUMN kept_until BIGINT;
ALTER TABLE family_letters ADD COLUMN erased_at BIGINT;
CREATE INDEX family_letters_kept ON family_letters (school_id, erased_at, kept_until);
-- append-only: letter_files
-- kept: family_letters but where OLD.kept_until IS NULL OR (NEW.kept_until = OLD.kept_until AND NEW.text_sha256 = OLD.text_sha256 AND NEW.reference = OLD.reference AND NEW.check_hash = OLD.check_hash AND (COALESCE(NEW.erased_at, 0) >= OLD.kept_until OR (NEW.text = OLD.text AND NEW.erased_at IS NULL)))
-- kept: letter_signers but where OLD.state <> 'signed' OR (NEW.state = OLD.state AND NEW.typed_name = OLD.typed_name AND NEW.answered_at = OLD.answered_at AND COALESCE(CAST(NEW.strokes AS TEXT), '') = COALESCE(CAST(OLD.strokes AS TEXT), '')) OR EXISTS (SELECT 1 FROM family_letters l WHERE l.school_id = OLD.school_id AND l.id = OLD.letter_id AND l.erased_at IS NOT NULL)
-- kept: letter_entries but where NEW.seq = OLD.seq AND NEW.letter_id = OLD.letter_id AND NEW.hash = OLD.hash AND LENGTH(NEW.body) = 0 AND EXISTS (SELECT 1 FROM family_letters l WHERE l.school_id = OLD.school_id AND l.id = OLD.letter_id AND l.erased_at IS NOT NULL)
