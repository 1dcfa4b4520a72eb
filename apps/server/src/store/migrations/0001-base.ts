/**
 * Tables of the workspace, and the invariants that the database itself enforces: a call that needs a person is not begun without one,
 * nothing is begun undecided or with other arguments than were decided, a call makes only the moves of its state machine, a thread has one
 * live turn, steps and audit rows do not change.
 */
export const base = `
create function new_id(prefix text) returns text language sql volatile as
  $$ select prefix || '_' || replace(gen_random_uuid()::text, '-', '') $$;

create table processes (
  id         text primary key,
  lock_key   integer generated always as identity unique,
  host       text not null,
  pid        integer not null,
  -- False behind a transaction pooler, where a session lock says nothing about the process.
  presence   boolean not null,
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now()
);

create table threads (
  id              text primary key default new_id('thr'),
  owner           text not null,
  title           text not null,
  permission_mode text not null default 'default',
  model           text not null,
  workspace       text not null,
  context         json not null default '{"kind":"thread"}',
  -- Number of the last event.
  seq             bigint not null default 0,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  deleted_at      timestamptz
);
create index threads_of_owner on threads (owner, updated_at desc) where deleted_at is null;

create table turns (
  id            text primary key default new_id('trn'),
  thread_id     text not null references threads,
  number        bigint generated always as identity unique,
  status        text not null
                check (status in ('queued', 'runnable', 'running', 'waiting', 'done', 'failed', 'cancelled')),
  owner         text,
  epoch         bigint not null default 0,
  lease_until   timestamptz,
  -- The process that goes first when the turn can go on: the one with the open stream.
  affinity      text,
  ready_at      timestamptz not null default now(),
  model_calls   integer not null default 0,
  tool_calls    integer not null default 0,
  subtasks      integer not null default 0,
  writes        integer not null default 0,
  input_tokens  bigint not null default 0,
  output_tokens bigint not null default 0,
  -- Work only: the wall clock stands still while a person thinks.
  active_ms     bigint not null default 0,
  active_since  timestamptz,
  error         json,
  -- Number of the last event before it.
  event_seq     bigint not null default 0,
  created_at    timestamptz not null default now(),
  touched_at    timestamptz not null default now(),
  ended_at      timestamptz,
  constraint a_running_turn_has_an_owner check (
    (status = 'running') = (owner is not null and lease_until is not null)),
  constraint an_ended_turn_has_an_end check (
    (status in ('done', 'failed', 'cancelled')) = (ended_at is not null))
);
create unique index one_live_turn on turns (thread_id) where status in ('runnable', 'running', 'waiting');
create index turns_to_run on turns (number) where status = 'runnable';
create index turns_running on turns (lease_until) where status = 'running';
create index turns_of_thread on turns (thread_id, number);

create table steps (
  turn_id    text not null references turns,
  seq        integer not null,
  epoch      bigint not null,
  entry      json not null,
  -- Number of the last event when it was written: text streamed after it is not kept yet.
  event_seq  bigint not null,
  created_at timestamptz not null default now(),
  primary key (turn_id, seq)
);

create table messages (
  id             text primary key default new_id('msg'),
  thread_id      text not null references threads,
  turn_id        text references turns,
  number         bigint generated always as identity unique,
  role           text not null check (role in ('user', 'assistant', 'notice')),
  -- JSON, because text may hold characters that the database does not take.
  body           json not null,
  execution_tree json,
  created_at     timestamptz not null default now()
);
create index messages_of_thread on messages (thread_id, number);

create table calls (
  id            text primary key,
  thread_id     text not null references threads,
  turn_id       text not null references turns,
  number        bigint generated always as identity unique,
  parent_id     text references calls,
  depth         integer not null,
  tool          text not null,
  category      text not null check (category in ('read', 'write', 'execute', 'external')),
  destructive   boolean not null,
  locked        text check (locked in ('destructive', 'breaker', 'unreadable')),
  repeat        text not null check (repeat in ('safe', 'idempotent', 'never')),
  idem_key      text not null,
  attempt       integer not null default 1,
  retry_of      text references calls,
  hash          text not null,
  -- The whole call as it was proposed, exact arguments included.
  frozen        json not null,
  state         text not null check (state in (
                  'proposed', 'waiting', 'approved', 'running', 'succeeded', 'failed', 'interrupted',
                  'blocked', 'denied', 'expired', 'cancelled', 'abandoned')),
  decision      json,
  mode_seen     text not null,
  decided_via   text check (decided_via in ('person', 'rule', 'mode', 'readonly', 'policy')),
  decided_by    text,
  -- Hash of the arguments that were decided.
  decided_hash  text,
  decided_at    timestamptz,
  -- Who settled it, as the card shows it.
  signature     json,
  exec_epoch    bigint,
  exec_owner    text,
  proposed_at   timestamptz not null default now(),
  started_at    timestamptz,
  ended_at      timestamptz,
  result        json,
  constraint a_person_decides_what_needs_one check (
    not (destructive or locked is not null)
    or (state in ('proposed', 'waiting', 'failed', 'blocked', 'denied', 'expired', 'cancelled') and started_at is null)
    or (decided_via = 'person' and decided_by is not null)),
  constraint nothing_begins_undecided check (
    (state not in ('approved', 'running', 'succeeded', 'interrupted', 'abandoned') and started_at is null)
    or (decided_via is not null and decided_hash = hash)),
  constraint a_begun_call_has_an_executor check (
    (started_at is null) = (exec_epoch is null)
    and (state not in ('running', 'succeeded', 'interrupted', 'abandoned') or started_at is not null)),
  constraint a_settled_call_has_a_result check (
    (state in ('proposed', 'waiting', 'approved', 'running')) = (result is null)
    and (result is null) = (ended_at is null))
);
create index calls_of_turn on calls (turn_id, number);
create index calls_of_thread on calls (thread_id, number);
create index calls_running on calls (exec_owner) where state = 'running';
create unique index one_retry on calls (retry_of) where retry_of is not null;

create function call_moves() returns trigger language plpgsql as $$
begin
  if (new.id, new.thread_id, new.turn_id, new.parent_id, new.tool, new.category, new.destructive, new.repeat, new.hash,
      new.idem_key, new.frozen::text)
     is distinct from
     (old.id, old.thread_id, old.turn_id, old.parent_id, old.tool, old.category, old.destructive, old.repeat, old.hash,
      old.idem_key, old.frozen::text) then
    raise exception 'call % is frozen', old.id using errcode = 'check_violation';
  end if;
  if old.locked is not null and new.locked is null then
    raise exception 'call % needs a person', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (case old.state
      when 'proposed'    then new.state in ('waiting', 'approved', 'failed', 'blocked', 'cancelled')
      when 'waiting'     then new.state in ('approved', 'failed', 'blocked', 'denied', 'expired', 'cancelled')
      when 'approved'    then new.state in ('running', 'waiting', 'failed', 'blocked', 'cancelled')
      when 'running'     then new.state in ('succeeded', 'failed', 'interrupted')
                              or (new.state = 'approved' and old.repeat <> 'never')
      when 'interrupted' then new.state in ('succeeded', 'failed', 'abandoned')
                              or (new.state = 'approved' and old.repeat = 'idempotent')
      else false
    end) then
    raise exception 'call % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger call_moves before update on calls for each row execute function call_moves();

create table approvals (
  id          text primary key default new_id('apr'),
  call_id     text not null references calls,
  thread_id   text not null references threads,
  state       text not null default 'pending'
              check (state in ('pending', 'allowed', 'denied', 'expired', 'cancelled')),
  -- Hash of what the person sees.
  hash        text not null,
  offers      json not null,
  parents     json not null,
  asked_at    timestamptz not null default now(),
  -- Null: waits for ever.
  period_ms   bigint,
  expires_at  timestamptz,
  decided_by  text,
  decided_at  timestamptz,
  scope       text check (scope in ('once', 'chat', 'always')),
  feedback    json,
  constraint a_person_answers check (
    (state <> 'allowed' or decided_by is not null)
    and (state in ('allowed', 'denied') or decided_by is null)
    and (state = 'pending') = (decided_at is null)
    and (state = 'allowed') = (scope is not null))
);
create unique index one_question on approvals (call_id) where state = 'pending';
create index approvals_due on approvals (expires_at) where state = 'pending';
create index approvals_of_thread on approvals (thread_id) where state = 'pending';

create function settled_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what is settled in % stays', tg_table_name using errcode = 'check_violation';
end $$;
create trigger settled_approvals before update on approvals
  for each row when (old.state <> 'pending') execute function settled_stays();
create trigger ended_turns before update on turns
  for each row when (old.status in ('done', 'failed', 'cancelled') and new.status <> old.status)
  execute function settled_stays();
create trigger steps_stay before update on steps for each row execute function settled_stays();

create table rules (
  id           text primary key default new_id('rule'),
  owner        text not null,
  list         text not null check (list in ('allow', 'ask', 'deny')),
  layer        text not null check (layer in ('user', 'thread')),
  thread_id    text references threads,
  text         text not null,
  created_from text references approvals,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  constraint a_thread_rule_has_a_thread check ((layer = 'thread') = (thread_id is not null))
);
create unique index one_rule on rules (owner, list, coalesce(thread_id, ''), md5(text));
create index rules_of_thread on rules (thread_id) where thread_id is not null;

create table audit (
  id      bigint generated always as identity primary key,
  chain   text not null,
  seq     bigint not null,
  at      timestamptz not null,
  kind    text not null,
  call_id text,
  -- The exact bytes that are hashed; every other column is read from it.
  body    text not null,
  prev    text not null,
  hash    text not null,
  unique (chain, seq)
);
create index audit_of_call on audit (call_id) where call_id is not null;

create table audit_heads (
  chain        text primary key,
  seq          bigint not null,
  hash         text not null,
  anchored_seq bigint not null default 0
);
create index audit_to_anchor on audit_heads (chain) where seq > anchored_seq;

create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are only ever added' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_stays before update or delete on audit for each row execute function audit_stays();
create trigger audit_stays_whole before truncate on audit for each statement execute function audit_stays();

create table settings (
  scope      text not null,
  name       text not null,
  value      json not null,
  updated_at timestamptz not null default now(),
  primary key (scope, name)
);

create table outbox (
  thread_id text not null references threads,
  seq       bigint not null,
  event     json not null,
  at        timestamptz not null default now(),
  primary key (thread_id, seq)
);
create index outbox_by_time on outbox (at);
`
