import { CallId, CallView, ThreadId, TurnId, type CallBody, type CallState } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { UnnumberedCall } from './tables.ts'
import { resultView } from './result-views.ts'
import { callView } from './views.ts'

const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ'
const SIGNATURE = { via: 'person', by: 'ada', at: 1 } as const

function row(body: CallBody, result: UnnumberedCall['result'] = null): UnnumberedCall {
  const id = CallId.parse('call_1')
  const threadId = ThreadId.parse('thr_1')
  const turnId = TurnId.parse('trn_1')
  const facts = {
    name: 't',
    category: 'external',
    destructive: false,
    editSafe: false,
    kind: 'text',
  } as const
  return {
    id,
    thread_id: threadId,
    turn_id: turnId,
    hand_id: null,
    owner_kind: 'turn',
    parent_id: null,
    depth: 0,
    tool: 't',
    category: 'external',
    destructive: false,
    locked: null,
    repeat: 'never',
    idem_key: id,
    attempt: 1,
    retry_of: null,
    hash: 'abc',
    frozen: {
      id,
      threadId,
      turnId,
      parentId: null,
      depth: 0,
      tool: 't',
      facts,
      title: 't',
      specifier: { kind: 'text', text: '' },
      specifierText: '',
      args: {},
      hash: 'abc',
      repeat: 'never',
      body,
      targets: [],
    },
    decision: { verdict: 'ask', reason: { because: 'mode', mode: 'default', row: 'execute' }, parts: [] },
    mode_seen: 'default',
    state: result?.state ?? 'waiting',
    decided_via: null,
    decided_by: null,
    decided_hash: null,
    decided_at: null,
    signature: result === null ? null : SIGNATURE,
    result,
    exec_epoch: null,
    exec_owner: null,
    proposed_at: 0,
    started_at: result === null ? null : 1,
    ended_at: result === null ? null : 2,
    undone_at: null,
    output: null,
  }
}

const server = { name: 's', transport: 'http', at: 'https://x.example/mcp' } as const

test.each<[string, CallBody, CallBody]>([
  [
    'JSON stays JSON, value by value',
    {
      kind: 'arguments',
      entries: [{ name: 'o', value: JSON.stringify({ password: 12_345, note: `is ${SECRET}` }), json: true }],
    },
    {
      kind: 'arguments',
      entries: [
        { name: 'o', value: JSON.stringify({ password: '••••', note: 'is ghp_••••' }, null, 2), json: true },
      ],
    },
  ],
  [
    'a name that says that all of it is secret',
    { kind: 'arguments', entries: [{ name: 'credentials', value: '{"a":"b"}', json: true }] },
    { kind: 'arguments', entries: [{ name: 'credentials', value: '••••' }] },
  ],
  [
    'a key in the address of a server',
    { kind: 'arguments', entries: [], server: { ...server, at: `${server.at}?token=${SECRET}` } },
    { kind: 'arguments', entries: [], server: { ...server, at: `${server.at}?token=ghp_••••` } },
  ],
  [
    'headers and what is sent',
    {
      kind: 'url',
      method: 'POST',
      url: 'https://x.example/',
      headers: [
        { name: 'authorization', value: 'Bearer something' },
        { name: 'accept', value: 'text/html' },
      ],
      body: `token=${SECRET}`,
    },
    {
      kind: 'url',
      method: 'POST',
      url: 'https://x.example/',
      headers: [
        { name: 'authorization', value: '••••' },
        { name: 'accept', value: 'text/html' },
      ],
      body: 'token=ghp_••••',
    },
  ],
  [
    'instructions',
    { kind: 'subtask', title: 't', instructions: `use ${SECRET}`, tools: ['files.read'], limits: ['x'] },
    { kind: 'subtask', title: 't', instructions: 'use ghp_••••', tools: ['files.read'], limits: ['x'] },
  ],
])('%s', (_name, body, shown) => {
  expect(callView(row(body)).body).toEqual(shown)
})

test('a long result says how long it is, and comes whole, masked as its preview', () => {
  const text = `${SECRET}\n${'line\n'.repeat(200)}`
  const body = { kind: 'arguments', entries: [] } as const
  const call = callView(row({ ...body, entries: [] }, { state: 'succeeded', code: null, text }))
  expect(call).toMatchObject({ result_chars: text.length })
  expect(call.preview).toHaveLength(500)
  const whole = resultView(text, '')
  expect(whole).toEqual({ text: text.replace(SECRET, 'ghp_••••'), chars: text.length })
  expect(whole.text.startsWith(call.preview ?? 'none')).toBe(true)
})

test('a result that is too long is cut before the word that it cuts', () => {
  const text = `${'word '.repeat(39_999)}${SECRET}`
  const { text: shown, chars } = resultView(text, '')
  expect(shown.endsWith('word ')).toBe(true)
  expect(shown).not.toContain('ghp')
  expect(chars).toBe(text.length)
})

test('a secret that is a name in JSON is masked, and no entry is lost', () => {
  const value = JSON.stringify({ [SECRET]: 'a', [`${SECRET}x`]: 'b', plain: 1 })
  const { body } = callView(row({ kind: 'arguments', entries: [{ name: 'owners', value, json: true }] }))
  const [entry] = body.kind === 'arguments' ? body.entries : []
  expect(JSON.parse(entry?.value ?? '')).toEqual({ 'ghp_••••': 'a', 'ghp_•••• (2)': 'b', plain: 1 })
})

test('a long word in a result that is cut takes no longer than others', () => {
  const text = `${'a'.repeat(150_000)} ${'word '.repeat(20_000)}`
  expect(resultView(text, '').text).toBe(text.slice(0, 199_996))
})

test.each<[string, string, string, string]>([
  ['one word that never ends', 'a'.repeat(300_000), '', 'a'.repeat(200_000)],
  ['no longer than the limit', 'a'.repeat(200_000), '', 'a'.repeat(200_000)],
  ['a little longer', 'a'.repeat(200_001), '', 'a'.repeat(200_000)],
  [
    'with a letter of two halves at the cut',
    `${'a'.repeat(199_999)}😀${'b'.repeat(9000)}`,
    '',
    'a'.repeat(199_999),
  ],
])('a result that is cut: %s', (_name, text, specifier, shown) => {
  const view = resultView(text, specifier)
  expect(view.chars).toBe(text.length)
  expect(view.text.length).toBe(shown.length)
  expect(view.text).toBe(shown)
})

test.each([
  ['a key', SECRET, ''],
  ['a secret of the arguments', 'k7Qz9Xw2Lm4Np6Rt8Vb0Yc1', 'sync --token k7Qz9Xw2Lm4Np6Rt8Vb0Yc1'],
  ['a private key', `-----BEGIN PRIVATE KEY-----${'MIIEvQ'.repeat(4000)}-----END PRIVATE KEY-----`, ''],
])('%s is not shown in part, wherever the cut is', (_name, secret, specifier) => {
  for (const before of [8, 20, 30, 9000]) {
    const text = `${'a,'.repeat((200_000 - before) / 2)}${secret}${',b'.repeat(20_000)}`
    const { text: shown } = resultView(text, specifier)
    expect(shown.replace(/^(?:a,)+a?|(?:,b)*$|•+|-----BEGIN PRIVATE KEY-----|ghp_/g, '')).toMatch(/^[,b]*$/)
    expect(shown.length).toBeGreaterThan(190_000 - before)
  }
})

test('what follows a cut is never shown in part, however much before it was masked', () => {
  const text = `${`${SECRET}\n`.repeat(6000)}${'x'.repeat(40)}`
  const { text: shown } = resultView(text, '')
  expect(shown.replaceAll('ghp_••••\n', '')).toBe('')
})

test('what was found in the place of a stale call is masked too', () => {
  const found = { kind: 'write', path: 'a', before: SECRET, after: '', outside_workspace: false } as const
  const call = callView(
    row({ ...found, before: 'x' }, { state: 'failed', code: 'stale', text: 'did not run', found }),
  )
  expect(call).toMatchObject({ found: { before: 'ghp_••••' } })
})

const BODY: CallBody = { kind: 'arguments', entries: [] }
const END = { code: 'tool_error', text: 'no' } as const
const RAN = { signature: SIGNATURE, started_at: 1 }

/** A row as the store writes it in each state. */
const ROWS: Readonly<Record<CallState, UnnumberedCall>> = {
  proposed: { ...row(BODY), state: 'proposed' },
  waiting: row(BODY),
  approved: { ...row(BODY), state: 'approved', signature: SIGNATURE },
  running: { ...row(BODY), state: 'running', ...RAN },
  succeeded: row(BODY, { state: 'succeeded', code: null, text: 'ok', changed: ['/a'] }),
  failed: row(BODY, { ...END, state: 'failed' }),
  interrupted: { ...row(BODY, { ...END, state: 'interrupted' }), output: 'half' },
  blocked: { ...row(BODY, { ...END, state: 'blocked' }), started_at: null },
  denied: { ...row(BODY, { ...END, state: 'denied' }), started_at: null },
  expired: { ...row(BODY, { ...END, state: 'expired' }), started_at: null },
  cancelled: { ...row(BODY, { ...END, state: 'cancelled' }), started_at: null },
  abandoned: { ...row(BODY, { ...END, state: 'abandoned' }), output: 'half', undone_at: 3 },
}

test.each(Object.entries(ROWS))('%s: the view has what the contract says, and nothing else', (_state, of) => {
  const view = callView(of)
  expect(CallView.parse(JSON.parse(JSON.stringify(view)))).toEqual(view)
})

test('a call that fits no tool was never decided, and never began', () => {
  const view = callView({ ...ROWS.failed, decision: null, started_at: null })
  expect(view).toMatchObject({ decision: null, started_at: null, error_code: 'tool_error' })
  expect(CallView.parse(view)).toEqual(view)
})

test.each([
  ['approved', 'signature', { ...ROWS.approved, signature: null }],
  ['running', 'start', { ...ROWS.running, started_at: null }],
  ['succeeded', 'result', { ...ROWS.succeeded, result: null }],
  ['denied', 'decision', { ...ROWS.denied, decision: null }],
])('a row that the store never writes is not shown: %s without its %s', (state, what, of) => {
  expect(() => callView(of)).toThrow(`call call_1 is ${state} and has no ${what}`)
})
