import type { UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Feature } from '../../platform/feature.ts'
import type { Store } from '../../store/open-store.ts'
import { hunkKey } from './past-calls.ts'

export const CHANGE_TABLES: Pick<Feature, 'migrations' | 'tables'> = {
  migrations: [
    {
      version: 1,
      name: 'changes',
      sql: `create table kept_hunks (
          owner text not null, call_id text not null, hunk text not null, path text not null,
          kept_at timestamptz not null default clock_timestamp(),
          primary key (owner, call_id, hunk, path));
        create table trusted_folders (
          owner text not null, folder text not null,
          trusted_at timestamptz not null default clock_timestamp(),
          primary key (owner, folder))`,
    },
  ],
  tables: [
    { name: 'kept_hunks', order: 'owner, call_id, hunk, path' },
    { name: 'trusted_folders', order: 'owner, folder' },
  ],
}

export interface KeptPart {
  readonly call_id: string
  readonly hunk: string
  /** From the workspace root. */
  readonly path: string
}

/** Hunks that a person marked as read, and folders in which they allow git. */
export function keptHunks({ db }: Pick<Store, 'db'>) {
  return {
    /** As `CALL HUNK PATH`, of these calls. */
    async of(user: UserId, calls: readonly string[]): Promise<ReadonlySet<string>> {
      if (calls.length === 0) return new Set()
      const { rows } = await sql<KeptPart>`select call_id, hunk, path from kept_hunks
        where owner = ${user} and call_id = any(${calls})`.execute(db)
      return new Set(rows.map(({ call_id, hunk, path }) => hunkKey(call_id, hunk, path)))
    },
    async mark(user: UserId, parts: readonly KeptPart[], kept: boolean): Promise<void> {
      const given = JSON.stringify(parts)
      if (kept)
        await sql`insert into kept_hunks (owner, call_id, hunk, path)
          select ${user}, call_id, hunk, path from json_to_recordset(${given}::json)
            as given(call_id text, hunk text, path text)
          on conflict do nothing`.execute(db)
      else
        await sql`delete from kept_hunks using json_to_recordset(${given}::json)
            as given(call_id text, hunk text, path text)
          where kept_hunks.owner = ${user} and kept_hunks.call_id = given.call_id
            and kept_hunks.hunk = given.hunk and kept_hunks.path = given.path`.execute(db)
    },
    async trusts(user: UserId, folder: string): Promise<boolean> {
      const { rows } = await sql`select 1 from trusted_folders
        where owner = ${user} and folder = ${folder}`.execute(db)
      return rows.length > 0
    },
    async trust(user: UserId, folder: string): Promise<void> {
      await sql`insert into trusted_folders (owner, folder) values (${user}, ${folder})
        on conflict do nothing`.execute(db)
    },
  }
}
export type KeptHunks = ReturnType<typeof keptHunks>
