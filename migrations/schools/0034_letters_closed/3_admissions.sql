-- Why a letter was withdrawn, where that matters later: accepted_by_staff, whose move to A ended its offer. NULL of every other.
ALTER TABLE family_letters ADD COLUMN closed_why TEXT;
UPDATE family_letters SET closed_why = 'accepted_by_staff'
WHERE state = 'withdrawn' AND kind IN ('offer', 'conditional_offer')
  AND EXISTS (SELECT 1 FROM timeline t WHERE t.school_id = family_letters.school_id AND t.object_kind = 'enquiry'
      AND t.object_id = family_letters.submission_id AND t.action = 'status'
      AND t.from_value LIKE 'F/%' AND t.to_value LIKE 'A/%' AND t.at = family_letters.closed_at);
