import { MIGRATIONS, type Migration } from '../migrations/migrations.ts'

/** The part of the database that one feature owns: its migrations, and what happens to its rows. */
export interface Schema {
  readonly feature: string
  /** Numbered from one. Forward only: a released one never changes. */
  readonly migrations: readonly Migration[]
  /** In an order in which they can be filled. */
  readonly tables: readonly TableSpec[]
}

export interface TableSpec {
  readonly name: string
  /** Columns that order rows after the rows that they reference. */
  readonly order: string
  /** False: its rows are transient, and backups omit them. */
  readonly backup?: false
  /** A condition in SQL for rows that can be pruned. */
  readonly prune?: string
  /** A statement in SQL that runs once on a restored backup: what the rows describe may have gone on elsewhere since. */
  readonly restored?: string
}

/** Threads, turns, calls, approvals, rules, audit, settings: the base of every feature. */
export const CORE: Schema = {
  feature: 'core',
  migrations: MIGRATIONS,
  tables: [
    { name: 'threads', order: 'id' },
    { name: 'turns', order: 'number' },
    { name: 'steps', order: 'turn_id, seq' },
    { name: 'messages', order: 'number' },
    { name: 'hands', order: 'id' },
    { name: 'calls', order: 'number' },
    { name: 'approvals', order: 'asked_at, id' },
    { name: 'wakeups', order: 'call_id' },
    { name: 'rules', order: 'id' },
    { name: 'audit', order: 'id' },
    { name: 'audit_heads', order: 'chain' },
    { name: 'settings', order: 'scope, name' },
    { name: 'outbox', order: 'thread_id, seq' },
    {
      name: 'topic_events',
      order: 'topic, seq',
      // The last event of a topic stays: the next one is numbered after it.
      prune: `at < now() - interval '1 day' and exists (
        select 1 from topic_events later where later.topic = topic_events.topic and later.seq > topic_events.seq)`,
    },
    { name: 'processes', order: 'id', backup: false, prune: `seen_at < now() - interval '1 day'` },
    { name: 'relay_posts', order: 'number', backup: false },
    {
      name: 'relay_letters',
      order: 'number',
      backup: false,
      prune: `at < now() - interval '1 hour'`,
    },
    { name: 'turn_windows', order: 'turn_id', backup: false, prune: `at < now() - interval '30 days'` },
    { name: 'schema_versions', order: 'feature, version', backup: false },
  ],
}

/** Tables of a backup. */
export function backedUp(schemas: readonly Schema[]): readonly TableSpec[] {
  return schemas.flatMap(({ tables }) => tables.filter(({ backup }) => backup !== false))
}
