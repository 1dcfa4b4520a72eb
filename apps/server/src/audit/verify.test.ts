import { describe, expect, test } from 'vitest'
import { genesis, link, WORKSPACE_CHAIN, type AuditEntry, type AuditRow, type Head } from './chain.ts'
import { anchoredHeads, verifyChain } from './verify.ts'

interface Chains {
  readonly rows: readonly AuditRow[]
  readonly heads: ReadonlyMap<string, Head>
}

const ENTRY: AuditEntry = { kind: 'call_began', actor: 'gate', data: { n: 1 } }

/** Two chains of three rows, anchored, and the workspace chain's head noted elsewhere. */
function whole(): { readonly chains: Chains; readonly noted: readonly Head[] } {
  const one = link('thr_1', genesis('thr_1'), 1000, [ENTRY, ENTRY, ENTRY])
  const two = link('thr_2', genesis('thr_2'), 2000, [ENTRY, ENTRY, ENTRY])
  const heads = [
    { chain: 'thr_1', ...one.head },
    { chain: 'thr_2', ...two.head },
  ]
  const anchor: AuditEntry = { kind: 'heads_anchored', actor: 'audit', data: { heads } }
  const workspace = link(WORKSPACE_CHAIN, genesis(WORKSPACE_CHAIN), 3000, [anchor])
  return {
    chains: {
      rows: [...one.rows, ...two.rows, ...workspace.rows],
      heads: new Map([
        ['thr_1', one.head],
        ['thr_2', two.head],
        [WORKSPACE_CHAIN, workspace.head],
      ]),
    },
    noted: [workspace.head],
  }
}

/** All problems of all chains, as the stored audit gathers them. */
function kinds({ rows, heads }: Chains, noted: readonly Head[]): readonly string[] {
  const byChain = Map.groupBy(rows, ({ chain }) => chain)
  const anchored = anchoredHeads(byChain.get(WORKSPACE_CHAIN) ?? [])
  const names = new Set([...byChain.keys(), ...heads.keys(), ...anchored.keys(), WORKSPACE_CHAIN])
  return [...names].flatMap((chain) => {
    const witnessed = chain === WORKSPACE_CHAIN ? noted : (anchored.get(chain) ?? [])
    const problems = verifyChain({ chain, rows: byChain.get(chain) ?? [], head: heads.get(chain), witnessed })
    return problems.map(({ kind, seq }) => `${kind} ${chain} ${seq}`)
  })
}

function withRows(change: (rows: readonly AuditRow[]) => readonly AuditRow[]): readonly string[] {
  const { chains, noted } = whole()
  return kinds({ ...chains, rows: change(chains.rows) }, noted)
}

test('an untouched audit is whole', () => {
  const { chains, noted } = whole()
  expect(kinds(chains, noted)).toEqual([])
  expect(kinds({ rows: [], heads: new Map() }, [])).toEqual([])
})

describe('one row at a time', () => {
  const at = (chain: string, seq: number) => (row: AuditRow) => row.chain === chain && row.seq === seq

  test.each([
    ['body', { body: '{}' }],
    ['hash', { hash: 'x' }],
    ['kind', { kind: 'call_ended' }],
    ['at', { at: 1 }],
    ['callId', { callId: 'call_1' }],
  ])('an altered %s is named', (_column, change) => {
    const found = withRows((rows) => rows.map((row) => (at('thr_1', 2)(row) ? { ...row, ...change } : row)))
    expect(found).toContain('altered thr_1 2')
    expect(found.every((problem) => problem.includes('thr_1'))).toBe(true)
  })

  test.each([1, 2])('removed row %i is named', (seq) => {
    expect(withRows((rows) => rows.filter((row) => !at('thr_2', seq)(row)))).toEqual([`missing thr_2 ${seq}`])
  })

  test('a row put in is named', () => {
    const forged = link('thr_1', genesis('thr_1'), 1500, [ENTRY, ENTRY, ENTRY, ENTRY]).rows[3]
    if (forged === undefined) throw new Error('no row')
    const found = withRows((rows) => [...rows.slice(0, 3), forged, ...rows.slice(3)])
    expect(found).toContain('inserted thr_1 4')
  })

  test('a row from another chain is named', () => {
    const found = withRows((rows) =>
      rows.map((row) => (at('thr_1', 2)(row) ? { ...(rows[4] ?? row), chain: 'thr_1' } : row)),
    )
    expect(found).toContain('moved thr_1 2')
  })
})

describe('ends and heads', () => {
  test('an end that was cut off with its head shows in the anchor', () => {
    const { chains, noted } = whole()
    const rows = chains.rows.filter((row) => row.chain !== 'thr_1' || row.seq < 3)
    const last = rows.find((row) => row.chain === 'thr_1' && row.seq === 2)
    const heads = new Map([...chains.heads, ['thr_1', { seq: 2, hash: last?.hash ?? '' }] as const])
    expect(kinds({ rows, heads }, noted)).toEqual(['cut_off thr_1 3'])
  })

  test('an end of the workspace chain that was cut off with its head shows in the noted heads', () => {
    const { chains, noted } = whole()
    const rows = chains.rows.filter((row) => row.chain !== WORKSPACE_CHAIN)
    const heads = new Map([...chains.heads].filter(([chain]) => chain !== WORKSPACE_CHAIN))
    expect(kinds({ rows, heads }, noted)).toEqual(['cut_off workspace 1'])
  })

  test('a chain that was made anew, hashes and all, differs from its anchor', () => {
    const { chains, noted } = whole()
    const forged = link('thr_1', genesis('thr_1'), 1000, [ENTRY, ENTRY, { ...ENTRY, actor: 'someone' }])
    const rows = [...forged.rows, ...chains.rows.filter((row) => row.chain !== 'thr_1')]
    const heads = new Map([...chains.heads, ['thr_1', forged.head] as const])
    expect(kinds({ rows, heads }, noted)).toEqual(['anchor_differs thr_1 3'])
  })

  test('a chain that is gone as a whole is named', () => {
    const { chains, noted } = whole()
    const rows = chains.rows.filter((row) => row.chain !== 'thr_2')
    const heads = new Map([...chains.heads].filter(([chain]) => chain !== 'thr_2'))
    expect(kinds({ rows, heads }, noted)).toEqual(['chain_missing thr_2 1'])
  })
})
