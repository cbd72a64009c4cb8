-- Boards are kept by the pages of their owners.
DROP TABLE boards;

-- Who may write to a match. The number grows whenever somebody takes the
-- match, and every write names it: who was taken for dead cannot write again.
ALTER TABLE matches ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN owner TEXT;
CREATE INDEX matches_owner ON matches (owner) WHERE owner IS NOT NULL;

-- The studios at work; one that was not seen for long holds nothing.
CREATE TABLE nodes (id TEXT PRIMARY KEY, seen BIGINT NOT NULL);

-- Jobs are a queue that workers anywhere take from. Those of before this
-- schema were in the memory of a server that is gone.
UPDATE jobs SET status = 'failed' WHERE status IN ('waiting', 'running');
ALTER TABLE jobs ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN deaths BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN worker TEXT;
ALTER TABLE jobs ADD COLUMN due BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN progress TEXT;
ALTER TABLE jobs ADD COLUMN is_called_off BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE jobs ADD COLUMN is_inside BOOLEAN NOT NULL DEFAULT TRUE;
DROP INDEX jobs_unfinished;
CREATE INDEX jobs_waiting ON jobs (priority DESC, turn, id) WHERE status = 'waiting';
CREATE INDEX jobs_running ON jobs (due) WHERE status = 'running';
CREATE INDEX jobs_network ON jobs (network, turn) WHERE status IN ('waiting', 'running');
