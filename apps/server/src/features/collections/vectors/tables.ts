/**
 * A collection has at most one active model and one that is being filled: the new one takes over once it has every passage. Only the holder
 * of the model's lease writes vectors, in the order of `seq`, so that a process can continue reading where it was.
 */
export const VECTORS_SQL = `
create table collection_models (
  key integer generated always as identity primary key,
  collection integer not null references collections (key) on delete cascade,
  model text not null,
  kind text not null default 'encoder',
  dimensions integer,
  serving boolean not null default false,
  vectors integer not null default 0,
  problem text,
  lease timestamptz,
  worker text,
  chosen_at timestamptz not null default now(),
  unique (collection, model));
create table collection_vectors (
  model integer not null references collection_models (key) on delete cascade,
  number integer not null,
  seq bigint generated always as identity,
  scale real not null,
  sketch bytea not null,
  data bytea not null,
  primary key (model, number));
create unique index collection_vectors_sketch on collection_vectors (model, seq) include (number, sketch);
`
