/** Posts and letters between processes, and which window began a turn. All of it is transient. */
export const relay = `
create table relay_posts (
  process text not null references processes on delete cascade,
  name text not null,
  body text not null,
  number bigint generated always as identity,
  primary key (process, name)
);
create table relay_letters (
  number bigint generated always as identity primary key,
  sender text not null,
  receiver text not null references processes on delete cascade,
  body text not null,
  at timestamptz not null default clock_timestamp()
);
create index relay_letters_receiver on relay_letters (receiver, number);
create table turn_windows (
  turn_id text primary key references turns on delete cascade,
  -- The name of a window is the same over reloads.
  window_name text not null,
  at timestamptz not null default clock_timestamp()
);
`
