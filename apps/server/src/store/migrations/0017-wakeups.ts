/**
 * Calls that wait for a time, a signal, or a person who settles another call: a row instead of memory. A turn whose open calls all wait is
 * parked, and continues once one of them is woken.
 */
export const wakeups = `
create table wakeups (
  -- The running call that waits. It is safe to repeat: it finds this row when it runs again.
  call_id    text primary key references calls,
  turn_id    text not null references turns,
  -- Null: it waits for a signal or a person alone.
  due_at     timestamptz,
  -- Whoever has it may wake the call.
  token      text unique,
  fired_at   timestamptz,
  payload    json,
  created_at timestamptz not null default now()
);
create index wakeups_due on wakeups (due_at) where fired_at is null and due_at is not null;
create index wakeups_of_turn on wakeups (turn_id) where fired_at is null;
create index calls_below on calls (parent_id) where parent_id is not null;
`
