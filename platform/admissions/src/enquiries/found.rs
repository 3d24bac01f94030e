//! What words find, as the lists' statements ask for it: submissions `s`, and how far each is from what was typed (`found.far`): 0 where every
//! word is written so, 1 where one of them only sounds alike.

/// Each word has to begin a key, in the one or the other of its spellings. The index of keys leads by one word, and a submission is read only
/// once it is found. The others, a list of at most a dozen, are looked up apart, their bounds too: PostgreSQL puts nothing before row-level
/// security that is worked out from a row. Once in all of their spellings, and once as they were typed.
macro_rules! looked_up {
    () => {
        "(SELECT g.object_id, CAST(CASE WHEN g.far = 0 AND (CAST(:others AS TEXT) = '[]' OR g.object_id IN (SELECT k.object_id
                FROM (SELECT DISTINCT SUBSTR(value, 1, 1) AS term, SUBSTR(value, 2) AS word, SUBSTR(value, 2) || '\u{10FFFF}' AS beyond
                      FROM json_each(CAST(:others AS TEXT)) WHERE SUBSTR(value, 2, 1) <> '~' LIMIT 24) w
                CROSS JOIN search_keys k
                WHERE k.school_id = :school AND k.kind = 'submission' AND k.word >= w.word AND k.word < w.beyond
                GROUP BY k.object_id
                HAVING COUNT(DISTINCT w.term) = (SELECT COUNT(DISTINCT SUBSTR(value, 1, 1)) FROM json_each(CAST(:others AS TEXT)))))
              THEN 0 ELSE 1 END AS BIGINT) AS far
          FROM (SELECT f.object_id, MIN(f.far) AS far FROM (
              SELECT k.object_id, 0 AS far FROM search_keys k WHERE k.school_id = :school AND k.kind = 'submission'
                AND k.word >= CAST(:word AS TEXT) AND k.word < CAST(:word AS TEXT) || '\u{10FFFF}'
              UNION ALL SELECT k.object_id, 1 AS far FROM search_keys k WHERE k.school_id = :school AND k.kind = 'submission'
                AND CAST(:alike AS TEXT) <> '' AND k.word >= CAST(:alike AS TEXT) AND k.word < CAST(:alike AS TEXT) || '\u{10FFFF}'
            ) f GROUP BY f.object_id) g
          WHERE CAST(:others AS TEXT) = '[]' OR g.object_id IN (SELECT k.object_id
                FROM (SELECT DISTINCT SUBSTR(value, 1, 1) AS term, SUBSTR(value, 2) AS word, SUBSTR(value, 2) || '\u{10FFFF}' AS beyond
                      FROM json_each(CAST(:others AS TEXT)) LIMIT 24) w
                CROSS JOIN search_keys k
                WHERE k.school_id = :school AND k.kind = 'submission' AND k.word >= w.word AND k.word < w.beyond
                GROUP BY k.object_id
                HAVING COUNT(DISTINCT w.term) = (SELECT COUNT(DISTINCT SUBSTR(value, 1, 1)) FROM json_each(CAST(:others AS TEXT))))) found"
    };
}

/// A page of what is found, past a position: what is written as it was typed comes first, in whatever order.
macro_rules! found_past {
    ($past:expr, $order:expr) => {
        concat!(
            "AND (found.far > CAST(:far AS BIGINT) OR (found.far = CAST(:far AS BIGINT) AND ",
            $past,
            ")) ORDER BY found.far, ",
            $order,
            " LIMIT :limit"
        )
    };
}

pub(crate) use {found_past, looked_up};
