import {
  SerializedTool,
  ThreadId,
  WORKBENCH_TOOLS,
  type CallId,
  type ServerMessage,
} from '@countersign/protocol'
import { expect, test } from 'vitest'
import { gateRig } from '../../../testing/gate-rig.ts'
import { clientTools, type ClientTools } from './client-tools.ts'
import { specifierText } from '../../../tools/specifier-text.ts'

const PLACE = { workspace: '/w', cwd: '/w', home: '/home/ana' }
const THREAD = ThreadId.parse('thr_rig')

const tool = (name: string, more: Partial<SerializedTool> = {}): SerializedTool => ({
  name,
  description: 'Does it.',
  params: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
  side_effect: true,
  kind: 'agentTool',
  ...more,
})

/** A client that answers by a function; undefined: not at all. */
function connect(
  tools: ClientTools,
  options: {
    readonly follows?: boolean
    answer?(value: unknown): { ok: boolean; text: string } | undefined
  } = {},
) {
  const heard: ServerMessage[] = []
  const place = tools.join({
    follows: (threadId) => options.follows === true && threadId === THREAD,
    send(message) {
      heard.push(message)
      const answer = message.type === 'tool_run' ? options.answer?.(message.args['value']) : undefined
      if (message.type === 'tool_run' && answer)
        queueMicrotask(() => place.finish(message.tool_call_id, answer))
    },
  })
  return { place, heard }
}

test('a tool of a client is gated here and run there, with the specifier rendered here', async () => {
  const clients = clientTools()
  const { place, heard } = connect(clients, {
    answer: (value) => ({ ok: true, text: `did ${String(value)}` }),
  })
  expect(await place.offer([tool('stub.setValue', { specifier_template: 'set {value}{missing}' })])).toEqual({
    ok: true,
  })
  const rig = gateRig(PLACE)
  const asked: string[] = []
  rig.answer = ({ call }) => {
    asked.push(call.specifierText)
    return { allow: true }
  }
  expect(await rig.call(clients.tools(), 'stub.setValue', { value: 'x {value}' })).toMatchObject({
    state: 'succeeded',
    text: 'did x {value}',
  })
  expect(asked).toEqual(['set x {value}'])
  expect(heard).toMatchObject([{ type: 'tool_run', name: 'stub.setValue', args: { value: 'x {value}' } }])
  // A rule is matched against what was rendered here.
  rig.answer = undefined
  rig.layers = [{ layer: 'user', lists: { allow: ['stub.setValue(set ok*)'] } }]
  expect(await rig.call(clients.tools(), 'stub.setValue', { value: 'okay' })).toMatchObject({
    state: 'succeeded',
  })
  rig.answer = () => ({ allow: false })
  expect(await rig.call(clients.tools(), 'stub.setValue', { value: 'no' })).toMatchObject({ state: 'denied' })
  expect(await rig.call(clients.tools(), 'stub.setValue', { value: 3 })).toMatchObject({
    code: 'bad_arguments',
  })
  rig.mode = 'plan'
  expect(await rig.call(clients.tools(), 'stub.setValue', { value: 'okay' })).toMatchObject({
    state: 'blocked',
  })
})

test('without a side effect it reads; what the client says goes back without control characters', async () => {
  const clients = clientTools()
  const { place } = connect(clients, {
    answer: () => ({ ok: false, text: 'no \u001b[31msuch\u001b[0m thing\u202e' }),
  })
  await place.offer([tool('stub.getValue', { side_effect: false })])
  const rig = gateRig(PLACE)
  expect(await rig.call(clients.tools(), 'stub.getValue', { value: '' })).toMatchObject({
    state: 'failed',
    code: 'client_error',
    text: 'no such thing<U+202E>',
  })
})

test.each([
  [{ effect: 'none' }, 'read', 'safe'],
  [{ effect: 'write' }, 'write', 'editor_mutate'],
  [{ effect: 'external' }, 'external', 'editor_mutate'],
  // The server knows no tool by name that does no more than propose.
  [{ effect: 'proposal' }, 'external', 'editor_mutate'],
  [{ sideEffect: false }, 'read', 'safe'],
  [{ side_effect: true }, 'external', 'editor_mutate'],
  // Whoever says nothing is taken for the worst.
  [{}, 'external', 'editor_mutate'],
] as const)('a tool with %j is %s, and needs %s', async (said, category, capability) => {
  const clients = clientTools()
  const { place } = connect(clients)
  const { side_effect: _old, params: _params, ...bare } = tool('stub.act')
  expect(await place.offer([{ ...bare, ...said }], { ownPage: true })).toEqual({ ok: true })
  expect(clients.tools()).toMatchObject([{ category, capabilities: [capability], asks: undefined }])
  const [made] = clients.tools()
  expect(made?.parse({})).toHaveProperty('args', {})
  expect(made?.parse({ value: 'x' })).toHaveProperty('error')
})

test('only our own page is believed that a tool does no more than propose', async () => {
  const clients = clientTools()
  const { place } = connect(clients)
  const { side_effect: _old, ...bare } = tool('stub.propose')
  const offered = await place.offer([{ ...bare, effect: 'proposal' }])
  expect(offered).toMatchObject({
    ok: false,
    message: expect.stringContaining('only our own page') as unknown,
  })
  expect(clients.tools()).toEqual([])
})

test('a client that leaves ends its calls, and only its own', async () => {
  const clients = clientTools()
  const leaving = connect(clients, { follows: true })
  await leaving.place.offer([tool('stub.wait')])
  const other = connect(clients)
  await other.place.offer([tool('stub.other')])
  const rig = gateRig(PLACE)
  rig.mode = 'auto'
  const first = rig.call(clients.tools(), 'stub.wait', { value: '' })
  const second = rig.call(clients.tools(), 'stub.other', { value: '' })
  while (leaving.heard.length + other.heard.length < 2) await new Promise((resume) => setImmediate(resume))
  leaving.place.leave()
  expect(await first).toMatchObject({ state: 'failed', code: 'client_gone' })
  expect(other.place.finish(idOf(leaving.heard[0]), { ok: true, text: 'not mine' })).toBe(false)
  expect(other.place.finish(idOf(other.heard[0]), { ok: true, text: 'done' })).toBe(true)
  expect(await second).toMatchObject({ state: 'succeeded', text: 'done' })
  expect(other.place.finish(idOf(other.heard[0]), { ok: true, text: 'twice' })).toBe(false)
  expect(clients.tools().map(({ name }) => name)).toEqual(['stub.other'])
})

test('a client that does not answer: the time runs out, and it is told', async () => {
  const clients = clientTools({ timeout: 30 })
  const { place, heard } = connect(clients)
  await place.offer([tool('stub.wait')])
  const rig = gateRig(PLACE)
  rig.mode = 'auto'
  expect(await rig.call(clients.tools(), 'stub.wait', { value: '' })).toMatchObject({
    state: 'failed',
    code: 'timeout',
  })
  expect(heard.at(-1)?.type).toBe('tool_run_cancelled')
})

test('two clients with the same tool: who looks at the chat runs it, else who offered last; never both', async () => {
  const clients = clientTools()
  const by = (name: string, follows: boolean) =>
    connect(clients, { follows, answer: () => ({ ok: true, text: name }) })
  const desk = by('desk', true)
  const phone = by('phone', false)
  await desk.place.offer([tool('stub.go')])
  await phone.place.offer([tool('stub.go')])
  const rig = gateRig(PLACE)
  rig.mode = 'auto'
  const go = () => rig.call(clients.tools(), 'stub.go', { value: '' })
  expect(await go()).toMatchObject({ text: 'desk' })
  expect(phone.heard).toEqual([])
  desk.place.leave()
  expect(await go()).toMatchObject({ text: 'phone' })
})

test('a tool that became another while its card waits does not run', async () => {
  const clients = clientTools()
  const { place, heard } = connect(clients)
  await place.offer([tool('stub.go')])
  const rig = gateRig(PLACE)
  rig.answer = async () => {
    await place.offer([tool('stub.go', { description: 'Does something else.' })])
    return { allow: true }
  }
  expect(await rig.call(clients.tools(), 'stub.go', { value: '' })).toMatchObject({
    state: 'failed',
    code: 'stale',
  })
  expect(heard).toEqual([])
})

test.each([
  ['a claim of editSafe and another specifier', { edit_safe: true, effect: 'none', specifier_template: 'x' }],
  ['no claim at all', {}],
  ['the schema of the table', { params: WORKBENCH_TOOLS.get('layout.focus')?.params }],
] as const)(
  'a page offers a name of the workbench with %s: only that it can run it counts',
  async (_name, said) => {
    const clients = clientTools()
    const offered: (readonly string[])[] = []
    const seat = {
      offer: async (names: ReadonlySet<string>) => void offered.push([...names]),
      finish: () => false,
    }
    const place = clients.join({ send: () => {}, follows: () => false, seat })
    const { params: _params, side_effect: _old, ...bare } = tool('layout.focus')
    expect(await place.offer([{ ...bare, ...said }])).toEqual({ ok: true })
    expect(offered).toEqual([['layout.focus']])
    expect(clients.tools()).toEqual([])
  },
)

test.each([
  ['another schema', 'layout.focus', true, 'differs from that of the workbench'],
  ['a name that is not in the table', 'editor.steal', true, 'there is no `editor.steal`'],
  ['a name that the server runs', 'editor.save', true, 'runs on the server'],
  ['a client that is no page', 'layout.focus', false, 'only a page can offer'],
])('a name of the workbench is refused with %s', async (_name, name, isPage, message) => {
  const clients = clientTools()
  const seat = isPage ? { offer: async () => {}, finish: () => false } : undefined
  const place = clients.join({ send: () => {}, follows: () => false, seat })
  expect(await place.offer([tool(name)])).toMatchObject({
    ok: false,
    message: expect.stringContaining(message) as unknown,
  })
})

test('a claim of editSafe by any other name makes it external', async () => {
  const clients = clientTools()
  const { place } = connect(clients)
  const { side_effect: _old, ...bare } = tool('stub.set')
  await place.offer([{ ...bare, effect: 'none', editSafe: true }])
  expect(clients.tools()).toMatchObject([
    { category: 'external', editSafe: false, capabilities: ['editor_mutate'] },
  ])
})

const big = { type: 'object', properties: { x: { enum: ['y'.repeat(1_000_000)] } } }
test.each([
  ['the name of a built-in', [tool('files.read')], 'the name of a built-in tool'],
  ['a new verb in a module of ours', [tool('terminal.sudo')], 'the name of a built-in tool'],
  ['the same name twice', [tool('a.b'), tool('a.b')], 'twice'],
  ['a schema of a megabyte', [tool('a.b', { params: big })], 'longer than 50000 characters'],
  ['a schema of no object', [tool('a.b', { params: { type: 'string' } })], 'not that of an object'],
])('a hostile manifest is refused whole: %s', async (_name, tools, message) => {
  const clients = clientTools()
  const { place } = connect(clients)
  await place.offer([tool('kept.fine')])
  expect(await place.offer([tool('new.fine'), ...tools])).toMatchObject({
    ok: false,
    message: expect.stringContaining(message) as string,
  })
  expect(clients.tools().map(({ name }) => name)).toEqual(['kept.fine'])
})

test.each(['mcp__server__tool', 'constructor', '__proto__', 'a b.c', 'A.b', 'x', `a.${'b'.repeat(100)}`])(
  '%s is no name of a client tool',
  (name) => {
    expect(SerializedTool.safeParse(tool(name)).success).toBe(false)
  },
)

test.each([
  ['{a}', { a: 'x' }, 'x'],
  ['{a} {b}', { a: '{b}', b: 'y' }, '{b} y'],
  ['{constructor}{__proto__}', {}, ''],
  ['{a}', { a: ['x', 1] }, '["x",1]'],
  ['{a', { a: 'x' }, '{a'],
])('the template %j of %j is %j', (template, args, text) => {
  expect(specifierText(template, args)).toBe(text)
})

function idOf(message: ServerMessage | undefined): CallId {
  if (message?.type !== 'tool_run') throw new Error('no call was sent')
  return message.tool_call_id
}
