-- Which matches strangers may find is said, not guessed.
ALTER TABLE matches ADD COLUMN is_listed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE matches SET is_listed = TRUE WHERE is_over AND room LIKE '%"public":true%';
DROP INDEX matches_over;
CREATE INDEX matches_listed ON matches (touched) WHERE is_listed;

-- What is old is found quickly and removed.
CREATE INDEX matches_touched ON matches (touched);
CREATE INDEX jobs_touched ON jobs (touched);

-- A row to write, to see whether writing works.
CREATE TABLE health (id BIGINT PRIMARY KEY, touched BIGINT NOT NULL);
