/**
 * Events of topics other than threads: terminals, panes, runs. Threads keep theirs in the outbox, written together with the changes that
 * they report.
 */
export const topics = `
create table topic_events (
  topic text not null,
  seq bigint not null,
  at timestamptz not null default clock_timestamp(),
  event json not null,
  primary key (topic, seq)
);
create index topic_events_at on topic_events (at);
`
