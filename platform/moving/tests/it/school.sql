INSERT INTO users (school_id, id, email, name, roles, locale, password_hash, status, stamp, created_at, signed_in_at)
    VALUES ('{id}', 'u1', 'huda@example.org', 'Huda', '["school_admin"]', 'ar', '$argon2id$x', 'active', 1, 1795248000000, NULL),
           ('{id}', 'u2', 'sami@example.org', 'سامي "س" \ /', '[]', 'en', NULL, 'invited', 9007199254740993, 1, 2);
INSERT INTO form_versions (school_id, form_id, digest, version, document, plugin, created_at)
    VALUES ('{id}', 'new', 'd1', '1', '{"a": 1}', NULL, 1), ('{id}', 'form', 'd2', '1', '{}', '{"name": "p", "list": [1, 2.50, true, null]}', 1);
INSERT INTO components (school_id, digest, wasm, created_at) VALUES ('{id}', 'c1', {blob}, 1);
INSERT INTO drafts (school_id, id, token_hash, form_id, form_digest, version, answers, step, locale, created_at, updated_at, expires_at)
    VALUES ('{id}', 'dr1', 'th', 'new', 'd1', 1, '{"b": {"z": 1, "a": "\u0645\n"}, "a": []}', 's', 'en', 1, 1, 2);
INSERT INTO submissions (school_id, id, reference, form_id, form_digest, draft_id, version, answers, locale, person, search_text, state, owner_id, sort_score, tags, is_duplicate, submitted_at, updated_at)
    VALUES ('{id}', 's1', 'R-1', 'new', 'd1', 'dr1', 1, '{}', 'en', 'P', 'p', 'new', 'u1', -1, '["x"]', TRUE, 1, 1),
           ('{id}', 's2', 'R-2', 'new', 'd1', NULL, 1, '{}', 'en', '', '', 'lost', NULL, 5, '[]', FALSE, 1, 1);
INSERT INTO uploads (school_id, id, draft_id, submission_id, field, name, bytes, media_type, sha256, storage_key, created_at)
    VALUES ('{id}', 'upload01', NULL, 's1', '/f', 'جواز.pdf', 300000, 'application/pdf', '{sent}', '{id}/01/upload01', 1);
INSERT INTO known_values (school_id, kind, hash, submission_id) VALUES ('{id}', 'email', 'hh', 's1');
INSERT INTO families (school_id, id, created_at) VALUES ('{id}', 'f1', 1), ('{id}', 'f2', 2);
INSERT INTO persons (school_id, id, name, birth_date, created_at)
    VALUES ('{id}', 'p1', 'أحمد "أ" \', '2018-03-04', 1), ('{id}', 'p2', 'Huda', '', 1), ('{id}', 'p3', 'Nobody''s', '', 1);
INSERT INTO person_names (school_id, person_id, name_key, name) VALUES ('{id}', 'p1', 'احمدا', 'أحمد "أ" \'), ('{id}', 'p2', 'huda', 'Huda');
INSERT INTO person_keys (school_id, kind, hash, person_id) VALUES ('{id}', 'national_id', 'hp', 'p1');
INSERT INTO family_members (school_id, family_id, person_id, relation, told_relation, may_sign, sees_portal, created_at)
    VALUES ('{id}', 'f1', 'p1', 'child', '', FALSE, FALSE, 1), ('{id}', 'f1', 'p2', 'guardian', 'mother', TRUE, TRUE, 1);
INSERT INTO family_accounts (school_id, user_id, family_id) VALUES ('{id}', 'u2', 'f1');
INSERT INTO submission_persons (school_id, submission_id, role, person_id)
    VALUES ('{id}', 's1', 'child', 'p1'), ('{id}', 's1', 'guardian', 'p2'), ('{id}', 's2', 'child', 'p3');
INSERT INTO counters (school_id, name, last_value) VALUES ('{id}', 'reference', 2);
INSERT INTO outbox (school_id, id, kind, dedup, payload, state, due_at, lease_until, attempts, created_at)
    VALUES ('{id}', 'o1', 'message', 'm', '{"sealed": "n.s"}', 'ready', 1, 0, 0, 1);
INSERT INTO setting_schedules (school_id, id, due_at, actor_id, actor_name, note, edits, state, problems, created_at)
    VALUES ('{id}', 'st1', 1795248000000, 'u1', 'Huda', '', '[]', 'waiting', '[]', 1),
           ('{id}', 'st2', 1, 'u1', 'Huda', '', '[]', 'failed', '[{"code": "badForm"}]', 1);
INSERT INTO audit_log (school_id, id, at, actor_kind, actor_id, action, object_kind, object_id, detail, request_id)
    VALUES ('{id}', 'a1', 1, 'system', NULL, 'user.add', 'user', 'u1', '{}', '');
INSERT INTO tills (school_id, id, code, name, store_types, version, device_label, created_at) VALUES ('{id}', 't1', 'T1', 'Till', '["canteen"]', 1, '', 1);
INSERT INTO sessions (school_id, id, user_id, kind, method, till_id, device, address, stamp, created_at, seen_at, expires_at)
    VALUES ('{id}', 'se1', 'u1', 'staff', 'password', 't1', 'Firefox', '127.0.0.1', 1, 1, 1, 2);
INSERT INTO refresh_tokens (school_id, token_hash, session_id, created_at) VALUES ('{id}', 'rt', 'se1', 1);
INSERT INTO family_drafts (school_id, draft_id, user_id, token, stamp) VALUES ('{id}', 'dr1', 'u2', 'n.sealed', 1)
;
INSERT INTO links (school_id, token_hash, object_id, purpose, address, created_at, expires_at, used_at)
    VALUES ('{id}', 'li1', 'u1', 'set_password', 'huda@example.org', 1, 2, NULL);
INSERT INTO challenges (school_id, id, purpose, user_id, target, target_hash, code_hash, tries, sent, sent_at, asked_at, created_at, expires_at)
    VALUES ('{id}', 'ch1', 'sign_in', 'u1', 'n.s', 'tg', 'co', 0, 1, 1, 1, 1, 2);
UPDATE drafts SET person = 'P', bytes = 41 WHERE school_id = '{id}';
UPDATE tills SET enrolment_hash = 'en', enrolment_expires_at = 2, device_hash = 'de' WHERE school_id = '{id}';
INSERT INTO outbox (school_id, id, kind, dedup, payload, state, due_at, lease_until, attempts, created_at, lane)
    VALUES ('{id}', 'o2', 'message', 'link', '{"sealed": "n.s"}', 'ready', 1, 0, 0, 1, 0),
           ('{id}', 'o3', 'message', 'confirmation', '{"sealed": "n.s"}', 'ready', 1, 0, 0, 1, 1),
           ('{id}', 'o4', 'message', 'sent', '{"sealed": "n.s"}', 'done', 1, 0, 1, 1, 0),
           ('{id}', 'o5', 'publish', 'later', '{}', 'ready', 1, 0, 0, 1, 2);
INSERT INTO bulk_jobs (school_id, id, kind, account, state, wants, total, done, chunks, cursor, tries, bytes, fault, file_key, file_name, media_type, created_at, updated_at, expires_at)
    VALUES ('{id}', 'b1', 'enquiry_export', 'u1', 'running', '{"form": ""}', 700, 500, 2, 1, 0, 9, NULL, NULL, 'a.csv', 'text/csv', 1, 1, 1);
INSERT INTO bulk_chunks (school_id, job_id, chunk, items) VALUES ('{id}', 'b1', 0, '["s1"]')
;
INSERT INTO submission_notes (school_id, id, submission_id, author_id, text, version, created_at, updated_at)
    VALUES ('{id}', 'n1', 's1', 'u1', 'Calls after four only', 1, 1, 1)
;
INSERT INTO timeline (school_id, object_kind, object_id, seq, at, actor_id, actor_name, action, from_value, to_value, comment, prev_hash, hash)
    VALUES ('{id}', 'enquiry', 's1', 1, 1, NULL, 'P', 'submitted', NULL, 'new', NULL, '', '{entry}')
;
-- since 0013
INSERT INTO saved_views (school_id, id, user_id, list, name, name_key, query, version) VALUES ('{id}', 'sv1', 'u1', 'inbox', 'Tours', 'tours', '{"state": "toured"}', 1)
;
-- since 0018
UPDATE submissions SET grade = 'grade 1', grade_en = 'Grade 1', grade_ar = 'الصف الأول', school_year = '2026-2027', school_year_en = '2026-2027', school_year_ar = '2026-2027', guardian = 'Huda' WHERE school_id = '{id}';
INSERT INTO list_choices (school_id, form_id, kind, value, label_en, label_ar) VALUES ('{id}', 'f', 'grade', 'grade 1', 'Grade 1', 'الصف الأول')
;
-- since 0020
UPDATE submissions SET person_ar = 'سارة' WHERE school_id = '{id}' AND id = 's1'
;
-- since 0022
INSERT INTO applications (school_id, submission_id, registration_id, round, bucket, held_from, review_by, hold_until, reason, status_since)
    VALUES ('{id}', 's1', 'ABQ26-00001', '2026', 'kg1', 'A/fee_due', '2026-12-01', 1795248000000, 'family_asked', 1);
INSERT INTO seats (school_id, round, bucket, taken, version) VALUES ('{id}', '2026', 'kg1', 1, 1)

;
-- since 0023
INSERT INTO bulk_moves (school_id, job_id, submission_id, seq, outcome, from_state, to_state, message_id, guard, version, at)
    VALUES ('{id}', 'b1', 's1', 0, 'refused', 'A/fee_due', 'F/unconditional', 'A012', NULL, 1, 1);
INSERT INTO submission_origins (school_id, submission_id, channel, user_id, from_submission) VALUES ('{id}', 's1', 'staff', 'u1', 's2');
INSERT INTO draft_origins (school_id, draft_id, from_submission, token, created_by, created_at, mailed_at) VALUES ('{id}', 'dr1', 's2', 'n.sealed', 'u1', 1, NULL);
INSERT INTO decisions (school_id, submission_id, from_state, to_state, bucket, publish_at, reason, comment, is_told, actor_id, actor_name, role, decided_at)
    VALUES ('{id}', 's1', 'S/assessed', 'F/unconditional', 'kg1', 1795248000000, NULL, NULL, TRUE, 'u1', 'Huda', 'school_admin', 1),
           ('{id}', 's2', 'S/assessed', 'R/school', 'kg1', 1795334400000, NULL, NULL, TRUE, 'u1', 'Huda', 'school_admin', 1);
INSERT INTO outbox (school_id, id, kind, dedup, payload, state, due_at, lease_until, attempts, created_at, lane)
    VALUES ('{id}', 'o6', 'application.release', 'release', '{"submission": "s1"}', 'ready', 1795248000000, 0, 0, 1, 2),
           ('{id}', 'o7', 'application.offer_waiting', 'offer', '{"round": "2026", "bucket": "kg1"}', 'ready', 1, 0, 0, 1, 2),
           ('{id}', 'o8', 'application.offer_ended', 'ended', '{"submission": "s1", "until": 1, "since": 1}', 'ready', 1, 0, 0, 1, 2);
INSERT INTO application_steps (school_id, submission_id, step) VALUES ('{id}', 's1', 3)

;
-- since 0024
INSERT INTO proposals (school_id, submission_id, id, from_state, to_state, bucket, publish_at, reason, comment, is_told, proposed_by, proposer_name,
        proposed_at, returned_by, returned_at, returned_for)
    VALUES ('{id}', 's1', 'p1', 'S/assessed', 'F/unconditional', 'kg1', 1795248000000, 'appeal', 'They asked', TRUE, 'u1', 'Huda', 1, 'Salma', 2, 'Not yet')
;
-- since 0032
INSERT INTO bulk_letters (school_id, job_id, submission_id, seq, outcome, letter_id, message_id, guard, detail)
    VALUES ('{id}', 'b1', 's1', 0, 'refused', NULL, 'A012', 'unfilled', 'payment.deposit')
;
-- since 0035
INSERT INTO paper_marks (school_id, submission_id, mark, audience, n) VALUES ('{id}', 's1', 'missing', '', 2), ('{id}', 's1', 'missing', 'health', 1);
UPDATE submissions SET papers_until = '2026-12-24' WHERE school_id = '{id}' AND id = 's1'
