import type { Migration } from '../../store/migrations/migrations.ts'
import type { TableSpec } from '../../store/sql/schema.ts'

const WORKFLOWS = `
alter table threads drop constraint threads_kind_check;
alter table threads add constraint threads_kind_check check (kind in ('chat', 'hand', 'plugin', 'run'));

create table workflows (
  -- Short: it is typed, and stands on cards, where a long one would pass for a secret.
  id         text primary key default 'wf_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  owner      text not null,
  name       text not null,
  draft      json not null,
  -- Counts the changes of the draft.
  draft_base integer not null default 0,
  head       text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index workflows_of_owner on workflows (owner, updated_at) where deleted_at is null;

-- A version never changes: it is named by the hash of what it does.
create table workflow_versions (
  workflow_id text not null references workflows,
  hash        text not null,
  graph       json not null,
  parent      text,
  message     text not null default '',
  made_by     text not null,
  -- False: made by a run of a draft; no list shows it.
  named       boolean not null,
  made_at     timestamptz not null default now(),
  primary key (workflow_id, hash)
);

create table workflow_runs (
  id          text primary key,
  owner       text not null,
  workflow_id text not null references workflows,
  hash        text not null,
  call_id     text not null unique,
  thread_id   text not null references threads,
  turn_id     text references turns,
  state       text not null default 'running' check (state in ('running', 'done', 'failed')),
  started_by  text not null,
  -- An agent's call set it off: no grant holds in it.
  ungranted   boolean not null default false,
  trigger_id  text,
  mode        text not null,
  inputs      json not null,
  outputs     json,
  error       json,
  started_at  timestamptz not null default now(),
  ended_at    timestamptz
);
create index workflow_runs_newest on workflow_runs (owner, started_at desc);
create index workflow_runs_of on workflow_runs (workflow_id, started_at desc);
create index workflow_runs_open on workflow_runs (trigger_id) where state = 'running';

-- What each node got and gave: for people, and for runs that begin in the middle of this one.
create table workflow_node_values (
  run_id     text not null references workflow_runs,
  node       text not null,
  item       text not null default '',
  state      text not null,
  tries      integer not null default 1,
  call_id    text,
  ms         double precision,
  inputs     json,
  outputs    json,
  error      json,
  updated_at timestamptz not null default now(),
  primary key (run_id, node, item)
);

create table workflow_grants (
  id          text primary key default new_id('grt'),
  owner       text not null,
  workflow_id text not null references workflows,
  hash        text not null,
  -- Null: for every run of the version.
  run_call    text,
  rules       json not null,
  granted_at  timestamptz not null default now(),
  expires_at  timestamptz,
  revoked_at  timestamptz
);
create index workflow_grants_open on workflow_grants (hash) where revoked_at is null;

create table workflow_triggers (
  id          text primary key default new_id('trg'),
  owner       text not null,
  workflow_id text not null references workflows,
  hash        text not null,
  spec        json not null,
  inputs      json not null,
  mode        text not null,
  overlap     text not null,
  paused      boolean not null default false,
  why_paused  text,
  failures    integer not null default 0,
  next_at     timestamptz,
  last_at     timestamptz,
  created_at  timestamptz not null default now(),
  deleted_at  timestamptz
);
create index workflow_triggers_due on workflow_triggers (next_at) where not paused and deleted_at is null;

-- Each time of a schedule and each delivery of a webhook starts at most one run.
create table workflow_trigger_times (
  trigger_id text not null references workflow_triggers,
  key        text not null,
  run_id     text,
  at         timestamptz not null default now(),
  primary key (trigger_id, key)
);
`

/** Graphs made by `build_workflow` that do not belong to a workflow yet. */
const BUILT = `
create table workflow_built (
  owner     text not null,
  hash      text not null,
  graph     json not null,
  objective text not null,
  made_at   timestamptz not null default now(),
  primary key (owner, hash)
);
`

/** Notices to people: from `notify.person`, or because an unattended run failed. */
const NOTICES = `
create table workflow_notices (
  -- Of the call or run that tells it: told once.
  id      text primary key,
  owner   text not null,
  title   text not null,
  text    text not null,
  run_id  text,
  at      timestamptz not null default now(),
  seen_at timestamptz
);
create index workflow_notices_of on workflow_notices (owner, at desc);
`

/**
 * Large values stored as files: the owner, and the run that refers to them; without a run, inputs of one about to start. Also the time a run was
 * pruned: its row stays as the summary.
 */
const FILES = `
create table workflow_files (
  owner   text not null,
  hash    text not null,
  run_id  text not null default '',
  bytes   bigint not null,
  made_at timestamptz not null default now(),
  primary key (owner, hash, run_id)
);
create index workflow_files_of_run on workflow_files (run_id);
alter table workflow_runs add column pruned_at timestamptz;
-- Once its turn is pruned, nothing else says that a run was stopped.
alter table workflow_runs drop constraint workflow_runs_state_check;
alter table workflow_runs add constraint workflow_runs_state_check
  check (state in ('running', 'done', 'failed', 'cancelled'));
create index workflow_runs_to_prune on workflow_runs (started_at) where pruned_at is null;
`

const HELD_AND_QUEUED = `
-- Since when a run waits for a person to resume it: it was open in a backup that was restored, and may have gone on elsewhere.
alter table workflow_runs add column held_at timestamptz;
-- Missed times, or an event that came while a run was open.
alter table workflow_triggers add column queued json not null default '[]';
create index workflow_triggers_queued on workflow_triggers (id) where queued::text <> '[]';
`

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'workflows', sql: WORKFLOWS },
  { version: 2, name: 'built graphs', sql: BUILT },
  { version: 3, name: 'notices', sql: NOTICES },
  { version: 4, name: 'large values', sql: FILES },
  { version: 5, name: 'held runs, queued triggers', sql: HELD_AND_QUEUED },
]

export const TABLES: readonly TableSpec[] = [
  { name: 'workflows', order: 'id' },
  { name: 'workflow_versions', order: 'workflow_id, made_at' },
  { name: 'workflow_built', order: 'owner, hash', prune: `made_at < now() - interval '30 days'` },
  { name: 'workflow_notices', order: 'id', prune: `at < now() - interval '30 days'` },
  {
    name: 'workflow_runs',
    order: 'started_at, id',
    restored: `update workflow_runs set held_at = now() where state = 'running'`,
  },
  {
    name: 'workflow_node_values',
    order: 'run_id, node, item',
    prune: `exists (select 1 from workflow_runs where id = run_id and pruned_at is not null)`,
  },
  {
    name: 'workflow_files',
    order: 'run_id, hash',
    prune: `case run_id when '' then made_at < now() - interval '1 day'
      else not exists (select 1 from workflow_runs where id = run_id and pruned_at is null) end`,
  },
  { name: 'workflow_grants', order: 'id' },
  { name: 'workflow_triggers', order: 'id' },
  { name: 'workflow_trigger_times', order: 'trigger_id, key', prune: `at < now() - interval '30 days'` },
]
