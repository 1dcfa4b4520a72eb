import { defineTool, type Tool } from '@countersign/agent'
import { workflowRoutes, type NoticeView, type UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { z } from 'zod'
import { mask } from '../../audit/mask.ts'
import type { Host } from '../../platform/host.ts'
import { DONE, route, type Route } from '../../platform/route.ts'
import { storable, type Db } from '../../store/sql/database.ts'
import type { StoredRuns } from './stored-runs.ts'

export interface NewNotice {
  /** Derived from the call or run that sends it, so that a repeat is a no-op. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly runId: string | null
}

/** Notices that workflows send to people. */
export interface Notices {
  add(owner: UserId, notice: NewNotice): Promise<void>
  find(id: string): Promise<boolean>
  list(owner: UserId): Promise<readonly NoticeView[]>
  see(owner: UserId): Promise<void>
}

const COLUMNS = sql`id, title, text, run_id, at, seen_at`
const SHOWN = 100

export function openNotices(db: Db, topics: Pick<Host['store']['topics'], 'publish'>): Notices {
  return {
    async add(owner, { id, title, text, runId }) {
      const { rows } = await sql<NoticeView>`
        insert into workflow_notices (id, owner, title, text, run_id)
        values (${id}, ${owner}, ${storable(mask(title))}, ${storable(mask(text))}, ${runId})
        on conflict (id) do nothing returning ${COLUMNS}`.execute(db)
      const [notice] = rows
      if (notice !== undefined) await topics.publish(topicOf(owner), { type: 'notice_added', notice })
    },
    async find(id) {
      const { rows } = await sql`select 1 from workflow_notices where id = ${id}`.execute(db)
      return rows.length > 0
    },
    async list(owner) {
      const { rows } = await sql<NoticeView>`
        select ${COLUMNS} from workflow_notices where owner = ${owner}
        order by at desc, id limit ${SHOWN}`.execute(db)
      return rows
    },
    async see(owner) {
      await sql`
        update workflow_notices set seen_at = clock_timestamp()
        where owner = ${owner} and seen_at is null`.execute(db)
    },
  }
}

function topicOf(owner: UserId): `notices:${string}` {
  return `notices:${owner}`
}

export function noticeRoutes(notices: Notices): readonly Route[] {
  return [
    route(workflowRoutes.notices, async ({ actor }) => ({
      notices: await notices.list(actor.user),
      topic: topicOf(actor.user),
    })),
    route(workflowRoutes.seeNotices, async ({ actor }) => {
      await notices.see(actor.user)
      return DONE
    }),
  ]
}

/** `notify.person`: sends the person a notice on every open device. */
export function notifyPerson(
  { notices, runs }: { readonly notices: Notices; readonly runs: Pick<StoredRuns, 'byCall'> },
  user: UserId,
): Tool {
  return defineTool({
    name: 'notify.person',
    description: 'Sends the person a notice on their devices. It does not wait for an answer.',
    category: 'write',
    destructive: false,
    editSafe: true,
    capability: 'safe',
    specifier: { kind: 'text', template: '{title}' },
    repeat: 'idempotent',
    parallelSafe: true,
    onRequest: true,
    input: z.object({ title: z.string().min(1).max(200), text: z.string().max(4000).default('') }),
    title: ({ title }) => `Notify you: ${title}`,
    inspect: ({ title, text }) => ({
      specifier: { kind: 'text', text: title },
      body: {
        kind: 'arguments',
        entries: [
          { name: 'title', value: title },
          { name: 'text', value: text },
        ],
      },
      targets: [],
    }),
    async verify(_input, { call }) {
      return (await notices.find(call.id))
        ? { kind: 'done', text: 'The person was notified.' }
        : { kind: 'not_done' }
    },
    async run({ title, text }, { call }) {
      // A notice from a run links back to it.
      const run = call.parentId === null ? undefined : await runs.byCall(call.parentId)
      await notices.add(user, { id: call.id, title, text, runId: run?.id ?? null })
      return { ok: true, text: 'The person was notified.' }
    },
  })
}
