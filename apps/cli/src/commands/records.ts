import { readConfig, restoreBackup } from '@countersign/server'
import { resolve } from 'node:path'
import { z } from 'zod'
import { complain, onServer, print, type JsonOption } from './output.ts'

const Rows = z.object({
  rows: z.array(
    z.object({
      chain: z.string(),
      place: z.number(),
      seq: z.number(),
      at: z.number(),
      kind: z.string(),
      callId: z.string().nullable(),
      body: z.string(),
      prev: z.string(),
      hash: z.string(),
    }),
  ),
})
type Row = z.infer<typeof Rows>['rows'][number]
const Verified = z.object({
  verification: z.object({
    ok: z.boolean(),
    rows: z.number(),
    chains: z.number(),
    head: z.object({ seq: z.number(), hash: z.string() }),
    problems: z.array(z.object({ chain: z.string(), seq: z.number(), message: z.string() })),
  }),
})

export interface AuditOptions extends JsonOption {
  readonly thread?: string
  readonly call?: string
}

const OTHER_VERSION = 'the server speaks another version; restart it'

/** Rows of the audit as they were written, oldest first. */
export function listAudit(options: AuditOptions): Promise<number> {
  return eachPage(options, async (pages) => {
    const all: Row[] = []
    let any = false
    for await (const rows of pages) {
      any ||= rows.length > 0
      if (options.json === true) all.push(...rows)
      else for (const row of rows) console.log(line(row))
    }
    if (options.json === true) return print(JSON.stringify(all.map(hashed), null, 2))
    return any ? 0 : print(isFiltered(options) ? 'no rows of that' : 'nothing was proposed yet')
  })
}

/** Every row of one call, whole. One that left no row is not known. */
export function showAudit(call: string): Promise<number> {
  return eachPage({ call }, async (pages) => {
    const all: Row[] = []
    for await (const rows of pages) all.push(...rows)
    if (all.length > 0) return print(JSON.stringify(all.map(hashed), null, 2))
    return complain(`no row is about a call \`${call}\`; \`countersign audit list\` shows the ids`)
  })
}

/** Every row as it is hashed, one JSON object a line: for keeping elsewhere. */
export function exportAudit(options: AuditOptions): Promise<number> {
  return eachPage(options, async (pages) => {
    for await (const rows of pages) for (const row of rows) console.log(JSON.stringify(hashed(row)))
    return 0
  })
}

/** Proves that no row was altered, removed, inserted or moved, and prints the head for keeping elsewhere. */
export function verifyAudit(options: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.get('/api/audit/verify')
    if (!answer.ok) return complain(answer.message)
    const parsed = Verified.safeParse(answer.body)
    if (!parsed.success) return complain(OTHER_VERSION)
    const { ok, rows, chains, head, problems } = parsed.data.verification
    if (options.json === true) console.log(JSON.stringify(parsed.data.verification, null, 2))
    else {
      for (const { chain, seq, message } of problems) console.error(`${chain} ${seq}: ${message}`)
      console.log(
        `${rows} rows in ${chains} chains, ${ok ? 'all as they were written' : `${problems.length} problems`}`,
      )
      console.log(`head ${head.seq} ${head.hash}`)
    }
    return ok ? 0 : 1
  })
}

/** Writes a backup of one moment, while everything goes on. */
export function backupTo(file: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.post('/api/backup', { file: resolve(file) })
    if (!answer.ok) return complain(answer.message)
    return print(json === true ? JSON.stringify({ file: resolve(file) }) : `backed up to ${resolve(file)}`)
  })
}

/** Restores a backup into an empty data folder or database. */
export async function restoreFrom(file: string, { json }: JsonOption): Promise<number> {
  const read = readConfig(process.env, {})
  if (!read.ok) return complain(read.message)
  const { home, databaseUrl } = read.config
  const restored = await restoreBackup(
    { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    resolve(file),
  )
  if (!restored.ok) return complain(restored.error.message)
  const { rows } = restored.value
  return print(json === true ? JSON.stringify({ file: resolve(file), rows }) : `restored ${rows} rows`)
}

/** Rows of one page of the server. */
const PAGE = 1000

class Unread extends Error {}

/** Gives the rows to `work` page by page: a long record is never whole in memory. */
function eachPage(
  { thread, call }: AuditOptions,
  work: (pages: AsyncIterable<readonly Row[]>) => Promise<number>,
): Promise<number> {
  return onServer(async (api) => {
    async function* pages(): AsyncGenerator<readonly Row[]> {
      let place = 0
      for (;;) {
        const query = new URLSearchParams({
          limit: String(PAGE),
          after_place: String(place),
          ...(thread === undefined ? {} : { chain: thread }),
          ...(call === undefined ? {} : { call }),
        })
        const answer = await api.get(`/api/audit?${query.toString()}`)
        if (!answer.ok) throw new Unread(answer.message)
        const parsed = Rows.safeParse(answer.body)
        if (!parsed.success) throw new Unread(OTHER_VERSION)
        const { rows } = parsed.data
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

/** A row as it was hashed: its place in the database is no part of it. */
function hashed({ place: _place, ...row }: Row): Omit<Row, 'place'> {
  return row
}

function isFiltered({ thread, call }: AuditOptions): boolean {
  return thread !== undefined || call !== undefined
}

function line({ at, chain, seq, kind, callId, hash }: Row): string {
  const when = new Date(at).toISOString()
  return `${when}  ${kind.padEnd(18)}  ${callId ?? '-'}  ${chain}:${seq}  ${hash.slice(0, 8)}`
}
