import { decide } from '@countersign/policy'
import type { ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import { realpath } from 'node:fs/promises'
import type { Host } from '../../platform/host.ts'
import { READ } from '../../rules/reading.ts'
import { shown } from '../../workspace/workspace-path.ts'

/** Maximum number of files that the model reads about. */
const MOST = 20

/** The note for the model before its next step, if the person changed files of its folder by hand since the last one. */
export async function byHandSince(
  { store, policy, home, own }: Pick<Host, 'policy' | 'home' | 'own'> & { store: Pick<Host['store'], 'db'> },
  thread: ThreadId,
): Promise<string | undefined> {
  const { rows } = await sql<{ workspace: string; path: string }>`
    select distinct chats.workspace, changed.path
    from threads chats
      join threads hands on hands.kind = 'hand' and hands.owner = chats.owner and hands.workspace = chats.workspace
      join calls on calls.thread_id = hands.id
      cross join json_array_elements_text(calls.result->'changed') as changed(path)
    where chats.id = ${thread} and calls.result->'changed' is not null
      and calls.ended_at > (select max(steps.created_at) from steps
        where steps.turn_id in (select id from turns where thread_id = ${thread} order by number desc limit 2))
    order by changed.path limit ${MOST + 1}`.execute(store.db)
  const [first] = rows
  if (first === undefined) return undefined
  const workspace = await realpath(first.workspace).catch(() => first.workspace)
  const place = { workspace, cwd: workspace, home, own }
  const rules = await policy.snapshot(thread)
  const names = rows.flatMap(({ path }) => {
    const asked = shown(path, place)
    const specifier = { kind: 'path', paths: [{ asked, resolved: path }] } as const
    return decide({ tool: READ, specifier, place }, rules).verdict === 'block' ? [] : [`\`${asked}\``]
  })
  if (names.length === 0) return undefined
  const more = rows.length > MOST ? ' and more' : ''
  return `The person changed files by hand since your last step: ${names.slice(0, MOST).join(', ')}${more}. Read them again before you change them.`
}
