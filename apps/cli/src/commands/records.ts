import { readConfig, restoreBackup } from '@countersign/server'
import { resolve } from 'node:path'
import { z } from 'zod'
import { complain, onServer, print, type JsonOption } from './output.ts'

const Rows = z.object({
  rows: z.array(
    z.object({
      chain: z.string(),
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

/** Rows of the audit, oldest first. */
export function listAudit(options: AuditOptions): Promise<number> {
  return onServer(async (api) => {
    const rows = await readRows(api.get, options)
    if (!rows.ok) return complain(rows.message)
    if (options.json === true) return print(JSON.stringify(rows.value, null, 2))
    if (rows.value.length === 0) return print('nothing was proposed yet')
    return print(rows.value.map(line).join('\n'))
  })
}

/** Every row as it is hashed, one JSON object a line: for keeping elsewhere. */
export function exportAudit(options: AuditOptions): Promise<number> {
  return onServer(async (api) => {
    const rows = await readRows(api.get, options)
    if (!rows.ok) return complain(rows.message)
    for (const row of rows.value) console.log(JSON.stringify(row))
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
export async function restoreFrom(file: string): Promise<number> {
  const read = readConfig(process.env, {})
  if (!read.ok) return complain(read.message)
  const { home, databaseUrl } = read.config
  const restored = await restoreBackup(
    { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    resolve(file),
  )
  return restored.ok ? print(`restored ${restored.value.rows} rows`) : complain(restored.error.message)
}

/** Rows of one page of the server. */
const PAGE = 1000

async function readRows(
  get: (path: string) => Promise<{ ok: true; body: unknown } | { ok: false; message: string }>,
  { thread, call }: AuditOptions,
): Promise<{ ok: true; value: readonly Row[] } | { ok: false; message: string }> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const query = new URLSearchParams({
      limit: String(PAGE),
      ...(thread === undefined ? {} : { chain: thread }),
      ...(call === undefined ? {} : { call }),
      ...(last === undefined || thread === undefined ? {} : { after: String(last.seq) }),
    })
    const answer = await get(`/api/audit?${query.toString()}`)
    if (!answer.ok) return answer
    const parsed = Rows.safeParse(answer.body)
    if (!parsed.success) return { ok: false, message: OTHER_VERSION }
    rows.push(...parsed.data.rows)
    // Only one chain has one count to go on from.
    if (parsed.data.rows.length < PAGE || thread === undefined) return { ok: true, value: rows }
  }
}

function line({ at, chain, seq, kind, callId, hash }: Row): string {
  const when = new Date(at).toISOString()
  return `${when}  ${kind.padEnd(18)}  ${callId ?? '-'}  ${chain}:${seq}  ${hash.slice(0, 8)}`
}
