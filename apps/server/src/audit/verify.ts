import { z } from 'zod'
import { genesis, rowHash, WORKSPACE_CHAIN, type AuditRow, type Head } from './chain.ts'

/** Everything that is checked: all rows, ordered by chain and number, and the heads as the database has them. */
export interface Chains {
  readonly rows: readonly AuditRow[]
  readonly heads: ReadonlyMap<string, Head>
}

export interface Verification {
  readonly ok: boolean
  readonly rows: number
  readonly chains: number
  /** Head of the workspace chain: printable, for notarising elsewhere. */
  readonly head: Head
  readonly problems: readonly AuditProblem[]
}

/** What is wrong, and where. */
export interface AuditProblem {
  readonly kind:
    | 'altered'
    | 'missing'
    | 'inserted'
    | 'moved'
    | 'cut_off'
    | 'head_differs'
    | 'anchor_differs'
    | 'chain_missing'
  readonly chain: string
  readonly seq: number
  readonly message: string
}

/** Checks every chain, its head, what the workspace chain anchored of it, and the heads noted beside the database. Pure. */
export function verifyChains({ rows, heads }: Chains, noted: readonly Head[]): Verification {
  const byChain = Map.groupBy(rows, (row) => row.chain)
  const problems = [...byChain].flatMap(([chain, own]) => checkChain(chain, own, heads.get(chain)))
  const lost = [...heads].flatMap(([chain, head]) =>
    byChain.has(chain) || head.seq === 0
      ? []
      : [problem('chain_missing', chain, 1, `all ${head.seq} rows of \`${chain}\` are gone`)],
  )
  const workspace = byChain.get(WORKSPACE_CHAIN) ?? []
  return verification(
    [...problems, ...lost, ...checkAnchors(workspace, byChain), ...checkNoted(workspace, noted)],
    {
      rows: rows.length,
      chains: byChain.size,
      head: heads.get(WORKSPACE_CHAIN) ?? genesis(WORKSPACE_CHAIN),
    },
  )
}

function verification(
  problems: readonly AuditProblem[],
  facts: Pick<Verification, 'rows' | 'chains' | 'head'>,
): Verification {
  return { ok: problems.length === 0, ...facts, problems }
}

function checkChain(
  chain: string,
  rows: readonly AuditRow[],
  head: Head | undefined,
): readonly AuditProblem[] {
  const problems: AuditProblem[] = []
  let last = genesis(chain)
  for (const row of rows) {
    if (row.seq > last.seq + 1) {
      const missing =
        row.seq - last.seq === 2 ? `row ${last.seq + 1} is` : `rows ${last.seq + 1} to ${row.seq - 1} are`
      problems.push(problem('missing', chain, last.seq + 1, `${missing} gone`))
    } else if (row.prev !== last.hash) {
      // Its own text is whole, but it does not follow the row before it.
      problems.push(linkProblem(chain, row, last))
    }
    const wrong = rowProblem(chain, row)
    if (wrong !== undefined) problems.push(wrong)
    last = { seq: row.seq, hash: row.hash }
  }
  if (head === undefined)
    problems.push(problem('head_differs', chain, last.seq, 'the head of the chain is gone'))
  else if (head.seq > last.seq)
    problems.push(
      problem('cut_off', chain, last.seq + 1, `rows ${last.seq + 1} to ${head.seq} were cut off the end`),
    )
  else if (head.seq < last.seq)
    problems.push(
      problem('inserted', chain, head.seq + 1, `rows after ${head.seq} were added behind the head`),
    )
  else if (head.hash !== last.hash)
    problems.push(problem('head_differs', chain, last.seq, 'the head is not the last row'))
  return problems
}

function linkProblem(chain: string, row: AuditRow, last: Head): AuditProblem {
  const written = Body.safeParse(readJson(row.body))
  if (written.success && written.data.seq !== row.seq)
    return problem('moved', chain, row.seq, `row ${row.seq} was written as row ${written.data.seq}`)
  return problem(
    'inserted',
    chain,
    row.seq,
    `row ${row.seq} does not follow row ${last.seq}: one of the two was put in or replaced`,
  )
}

const Body = z.object({
  v: z.literal(1),
  chain: z.string(),
  seq: z.number(),
  at: z.number(),
  kind: z.string(),
  call_id: z.string().nullable(),
})

/** The row's own text and columns: what is stored is what was hashed. */
function rowProblem(chain: string, row: AuditRow): AuditProblem | undefined {
  const body = Body.safeParse(readJson(row.body))
  if (rowHash(row.prev, row.body) !== row.hash || !body.success)
    return problem('altered', chain, row.seq, `row ${row.seq} was altered`)
  const { data } = body
  if (data.seq !== row.seq || data.chain !== row.chain)
    return problem(
      'moved',
      chain,
      row.seq,
      `row ${row.seq} was written as row ${data.seq} of \`${data.chain}\``,
    )
  if (data.kind !== row.kind || data.call_id !== row.callId || data.at !== row.at)
    return problem('altered', chain, row.seq, `a column of row ${row.seq} was altered`)
  return undefined
}

const Anchored = z.object({
  data: z.object({ heads: z.array(z.object({ chain: z.string(), seq: z.number(), hash: z.string() })) }),
})

/** What the workspace chain says about other chains must still be so: a whole chain that was rewritten shows here. */
function checkAnchors(
  workspace: readonly AuditRow[],
  byChain: ReadonlyMap<string, readonly AuditRow[]>,
): readonly AuditProblem[] {
  const hashes = new Map(
    [...byChain].map(([chain, rows]) => [chain, new Map(rows.map(({ seq, hash }) => [seq, hash]))]),
  )
  return workspace.flatMap((row) => {
    const anchored = Anchored.safeParse(readJson(row.body))
    if (!anchored.success) return []
    return anchored.data.data.heads.flatMap(({ chain, seq, hash }) => {
      const rows = hashes.get(chain)
      if (rows === undefined)
        return [problem('chain_missing', chain, 1, `\`${chain}\` was anchored and is gone`)]
      const now = rows.get(seq)
      if (now === hash) return []
      const message =
        now === undefined
          ? `row ${seq} was anchored and is gone`
          : `row ${seq} is not the one that was anchored`
      return [problem(now === undefined ? 'cut_off' : 'anchor_differs', chain, seq, message)]
    })
  })
}

/** The workspace chain must still hold every head that was written down elsewhere. */
function checkNoted(workspace: readonly AuditRow[], noted: readonly Head[]): readonly AuditProblem[] {
  const hashes = new Map(workspace.map(({ seq, hash }) => [seq, hash]))
  return noted.flatMap(({ seq, hash }) => {
    const now = hashes.get(seq)
    if (now === hash) return []
    return now === undefined
      ? [problem('cut_off', WORKSPACE_CHAIN, seq, `row ${seq} was noted beside the database and is gone`)]
      : [
          problem(
            'anchor_differs',
            WORKSPACE_CHAIN,
            seq,
            `row ${seq} is not the one noted beside the database`,
          ),
        ]
  })
}

function problem(kind: AuditProblem['kind'], chain: string, seq: number, message: string): AuditProblem {
  return { kind, chain, seq, message }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An altered text need not be JSON; the schema says so.
    return undefined
  }
}
