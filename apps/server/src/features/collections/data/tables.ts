import type { Feature } from '../../../platform/feature.ts'
import { VECTORS_SQL } from '../vectors/tables.ts'

/** The tables of collections. Postings are reached through their segment, so an index row names no collection. */
const SQL = `
create table collections (
  key integer generated always as identity primary key,
  id text not null unique,
  owner text not null,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  next_number integer not null default 0,
  passages integer not null default 0,
  words bigint not null default 0);
create unique index collections_name on collections (owner, lower(name));

create table collection_folders (
  id text primary key,
  collection integer not null references collections (key) on delete cascade,
  path text not null,
  linked_at timestamptz not null default now(),
  scanned_at timestamptz,
  problem text,
  unique (collection, path));

create table collection_documents (
  key integer generated always as identity primary key,
  id text not null unique,
  collection integer not null references collections (key) on delete cascade,
  folder text references collection_folders (id) on delete cascade,
  name text not null,
  origin text not null,
  sha256 text,
  bytes bigint not null default 0,
  modified double precision,
  kind text not null default '',
  title text not null default '',
  language text not null default 'simple',
  parts integer not null default 0,
  parts_of text not null default '',
  passages integer not null default 0,
  words bigint not null default 0,
  state text not null,
  reason text not null default '',
  tries integer not null default 0,
  lease timestamptz,
  worker text,
  since timestamptz not null default now(),
  added_at timestamptz not null default now());
create unique index collection_documents_name on collection_documents (collection, coalesce(folder, ''), name);
create index collection_documents_open on collection_documents (state, since) where state in ('queued', 'reading', 'indexing');

create table collection_passages (
  id bigint generated always as identity (start with 46656) primary key,
  collection integer not null,
  document integer not null references collection_documents (key) on delete cascade,
  number integer not null,
  ordinal integer not null,
  text text not null,
  heading text not null,
  place text not null,
  line integer,
  page integer,
  start_at integer not null,
  end_at integer not null,
  words integer not null,
  digest text not null,
  unique (collection, number));
create index collection_passages_document on collection_passages (document, ordinal);

create table collection_tail (
  collection integer not null,
  number integer not null,
  length smallint not null,
  terms text[] not null,
  counts smallint[] not null,
  primary key (collection, number));
create index collection_tail_terms on collection_tail using gin (terms);

create table collection_segments (
  key integer generated always as identity primary key,
  collection integer not null references collections (key) on delete cascade,
  passages integer not null,
  postings bigint not null,
  made_at timestamptz not null default now());
create index collection_segments_collection on collection_segments (collection);

create table collection_postings (
  segment integer not null references collection_segments (key) on delete cascade,
  term text collate "C" not null,
  first integer not null,
  n smallint not null,
  data bytea not null,
  primary key (segment, term, first));

create table collection_removed (
  collection integer not null references collections (key) on delete cascade,
  number integer not null,
  primary key (collection, number));

create table collection_given (
  thread_id text not null references threads (id) on delete cascade,
  passage bigint not null,
  given_at timestamptz not null default now(),
  primary key (thread_id, passage));
`

/** Merges delete index rows as fast as they write others: the space of the old ones should be reused soon. */
const VACUUM = `
alter table collection_postings set (autovacuum_vacuum_scale_factor = 0.05);
alter table collection_tail set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
`

/**
 * Passages that were returned in a thread stay known as long as the thread; the index is backed up too, so that a restored server can
 * search immediately.
 */
export const COLLECTION_TABLES: Pick<Feature, 'migrations' | 'tables'> = {
  migrations: [
    { version: 1, name: 'collections', sql: SQL },
    { version: 2, name: 'vacuum', sql: VACUUM },
    { version: 3, name: 'vectors', sql: VECTORS_SQL },
  ],
  tables: [
    { name: 'collections', order: 'key' },
    { name: 'collection_folders', order: 'id' },
    { name: 'collection_documents', order: 'key' },
    { name: 'collection_passages', order: 'id' },
    { name: 'collection_tail', order: 'collection, number' },
    { name: 'collection_segments', order: 'key' },
    { name: 'collection_postings', order: 'segment, term, first' },
    { name: 'collection_removed', order: 'collection, number' },
    { name: 'collection_models', order: 'key' },
    { name: 'collection_vectors', order: 'model, number' },
    {
      name: 'collection_given',
      order: 'thread_id, passage',
      // A removed passage can no longer be cited.
      prune: `given_at < now() - interval '30 days' and not exists (
        select 1 from collection_passages kept where kept.id = collection_given.passage)`,
    },
  ],
}
