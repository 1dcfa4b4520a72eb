import { z } from 'zod'
import { genesis, rowHash, WORKSPACE_CHAIN, type AuditRow, type Head } from './chain.ts'

/** One chain with everything that other places record about it. */
export interface ChainFacts {
  readonly chain: string
  /** Ordered by number. */
  readonly rows: readonly AuditRow[]
  /** Its head according to the database. */
  readonly head: Head | undefined
  /** Records of its head elsewhere: in the workspace chain, or next to the database for the workspace chain itself. */
  readonly witnessed: readonly Head[]
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

/** Checks one chain: every row, every link, its head, and the records of it elsewhere. Pure. */
export function verifyChain({ chain, rows, head, witnessed }: ChainFacts): readonly AuditProblem[] {
  if (rows.length === 0) {
    const lost = head !== undefined && head.seq > 0
    if (chain === WORKSPACE_CHAIN) return checkWitnessed(chain, rows, witnessed)
    return lost || witnessed.length > 0
      ? [problem('chain_missing', chain, 1, `all rows of \`${chain}\` are gone`)]
      : []
  }
  return [...checkChain(chain, rows, head), ...checkWitnessed(chain, rows, witnessed)]
}

const Anchored = z.object({
  data: z.object({ heads: z.array(z.object({ chain: z.string(), seq: z.number(), hash: z.string() })) }),
})

/** The heads of the other chains according to the workspace chain. They reveal a chain that was rewritten as a whole. */
export function anchoredHeads(workspace: readonly AuditRow[]): ReadonlyMap<string, readonly Head[]> {
  const heads = workspace.flatMap((row) => {
    const anchored = Anchored.safeParse(readJson(row.body))
    return anchored.success ? anchored.data.data.heads : []
  })
  return Map.groupBy(heads, ({ chain }) => chain)
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
      // Its own text is intact, but it does not follow the previous row.
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
      problem(
        'cut_off',
        chain,
        last.seq + 1,
        `rows ${last.seq + 1} to ${head.seq} were removed from the end`,
      ),
    )
  else if (head.seq < last.seq)
    problems.push(
      problem('inserted', chain, head.seq + 1, `rows after ${head.seq} were added after the head`),
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
    `row ${row.seq} does not follow row ${last.seq}: one of the two was inserted or replaced`,
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

/** Checks the row's own text and columns: the stored text must be the hashed one. */
function rowProblem(chain: string, row: AuditRow): AuditProblem | undefined {
  const body = Body.safeParse(readJson(row.body))
  if (rowHash(row.prev, row.body) !== row.hash || !body.success)
    return problem('altered', chain, row.seq, `row ${row.seq} was changed`)
  const { data } = body
  if (data.seq !== row.seq || data.chain !== row.chain)
    return problem(
      'moved',
      chain,
      row.seq,
      `row ${row.seq} was written as row ${data.seq} of \`${data.chain}\``,
    )
  if (data.kind !== row.kind || data.call_id !== row.callId || data.at !== row.at)
    return problem('altered', chain, row.seq, `a column of row ${row.seq} was changed`)
  return undefined
}

/** Every head recorded elsewhere must still be a row of the chain. */
function checkWitnessed(
  chain: string,
  rows: readonly AuditRow[],
  witnessed: readonly Head[],
): readonly AuditProblem[] {
  const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash]))
  return witnessed.flatMap(({ seq, hash }) => {
    const now = hashes.get(seq)
    if (now === hash) return []
    return now === undefined
      ? [problem('cut_off', chain, seq, `row ${seq} was recorded elsewhere and is gone`)]
      : [problem('anchor_differs', chain, seq, `row ${seq} is not the one that was recorded elsewhere`)]
  })
}

function problem(kind: AuditProblem['kind'], chain: string, seq: number, message: string): AuditProblem {
  return { kind, chain, seq, message }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An altered text may not be JSON; the schema reports that.
    return undefined
  }
}
