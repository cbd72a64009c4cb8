-- Written so that SQLite and PostgreSQL both take it.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    header TEXT NOT NULL,
    room TEXT NOT NULL,
    is_over BOOLEAN NOT NULL,
    is_open BOOLEAN NOT NULL,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    entries BIGINT NOT NULL
);
CREATE INDEX matches_over ON matches (touched) WHERE is_over;
CREATE INDEX matches_open ON matches (touched) WHERE is_open;

CREATE TABLE entries (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
);

CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    params TEXT NOT NULL,
    owner TEXT NOT NULL,
    status TEXT NOT NULL,
    result TEXT,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL
);
CREATE INDEX jobs_unfinished ON jobs (id) WHERE status IN ('waiting', 'running');

CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    world TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    notes TEXT NOT NULL,
    touched BIGINT NOT NULL
);
CREATE INDEX boards_owner ON boards (owner, world, touched);
