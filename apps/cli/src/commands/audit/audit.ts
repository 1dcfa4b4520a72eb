import { auditRoutes, type AuditRowView } from '@countersign/protocol'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { threadNamed } from '../named-thread.ts'

export interface AuditOptions extends JsonOption {
  readonly thread?: string
  readonly call?: string
}

/** Rows of the audit log as written, oldest first. */
export function listAudit(options: AuditOptions): Promise<number> {
  return eachPage(options, async (pages) => {
    const all: AuditRowView[] = []
    let any = false
    for await (const rows of pages) {
      any ||= rows.length > 0
      if (options.json === true) all.push(...rows)
      else for (const row of rows) console.log(line(row))
    }
    if (options.json === true) return print(JSON.stringify(all.map(hashed), null, 2))
    return any ? 0 : print(isFiltered(options) ? 'no matching rows' : 'nothing has been proposed yet')
  })
}

/** Every complete row of one call. A call without rows is unknown. */
export function showAudit(call: string): Promise<number> {
  return eachPage({ call }, async (pages) => {
    const all: AuditRowView[] = []
    for await (const rows of pages) all.push(...rows)
    if (all.length > 0) return print(JSON.stringify(all.map(hashed), null, 2))
    return complain(`no row is about a call \`${call}\`; \`countersign audit list\` shows the ids`)
  })
}

/** Every row as hashed, one JSON object per line: for archiving elsewhere. */
export function exportAudit(options: AuditOptions): Promise<number> {
  return eachPage(options, async (pages) => {
    for await (const rows of pages) for (const row of rows) console.log(JSON.stringify(hashed(row)))
    return 0
  })
}

/** Proves that no row was altered, removed, inserted or moved, and prints the head for archiving elsewhere. */
export function verifyAudit(options: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(auditRoutes.verify, {})
    if (!answer.ok) return complain(answer.message)
    const { verification } = answer.body
    const { ok, rows, chains, head, problems } = verification
    if (options.json === true) console.log(JSON.stringify(verification, null, 2))
    else {
      for (const { chain, seq, message } of problems) console.error(`${chain} ${seq}: ${message}`)
      console.log(`${rows} rows in ${chains} chains, ${ok ? 'none changed' : `${problems.length} problems`}`)
      console.log(`head ${head.seq} ${head.hash}`)
    }
    return ok ? 0 : 1
  })
}

/** Rows per request. */
const PAGE = 1000

class Unread extends Error {}

/** Passes the rows to `work` page by page: a long record is never completely in memory. */
function eachPage(
  { thread, call }: AuditOptions,
  work: (pages: AsyncIterable<readonly AuditRowView[]>) => Promise<number>,
): Promise<number> {
  return onServer(async (api) => {
    // A deleted thread keeps its rows, and is named by its full id.
    const named = thread === undefined ? undefined : await threadNamed(api, thread)
    const chain = named?.ok === true ? named.id : thread
    async function* pages(): AsyncGenerator<readonly AuditRowView[]> {
      let place = 0
      for (;;) {
        const query = { limit: PAGE, after_place: place, chain, call }
        const answer = await api.call(auditRoutes.list, { query })
        if (!answer.ok) throw new Unread(answer.message)
        const { rows } = answer.body
        yield rows
        if (rows.length < PAGE) return
        place = rows.at(-1)?.place ?? place
      }
    }
    try {
      return await work(pages())
    } catch (cause) {
      if (cause instanceof Unread) return complain(cause.message)
      throw cause
    }
  })
}

/** A row as hashed, without its position in the database. */
function hashed({ place: _place, ...row }: AuditRowView): Omit<AuditRowView, 'place'> {
  return row
}

function isFiltered({ thread, call }: AuditOptions): boolean {
  return thread !== undefined || call !== undefined
}

function line({ at, chain, seq, kind, callId, hash }: AuditRowView): string {
  const when = new Date(at).toISOString()
  return `${when}  ${kind.padEnd(18)}  ${callId ?? '-'}  ${chain}:${seq}  ${hash.slice(0, 8)}`
}
