import {
  compilePolicy,
  type DiskFacts,
  type PolicySource as Source,
  type Specifier,
} from '@countersign/policy'
import { CallId, HandId, ThreadId, UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MemoryStore } from '../memory-store.ts'
import type { Capability } from '../toolbelt/capabilities.ts'
import { defineTool, type RunContext } from '../toolbelt/tool.ts'
import { byHand } from './by-hand.ts'

const PLACE = { workspace: '/w', cwd: '/w', home: '/home/ana', own: ['/w/.countersign'] }
const ANA = UserId.parse('usr_ana')

interface Setting {
  readonly managed?: Source['layers'][number]['lists']
  readonly unreadable?: boolean
  readonly destructive?: boolean
  readonly asks?: 'always'
  readonly name?: string
  readonly path?: string
  /** What rules match. Absent: the path. */
  readonly specifier?: Specifier
  /** What is in the file at each look; the last stays. */
  readonly hashes?: readonly string[]
  run?(context: RunContext): Promise<void>
}

function bench({ managed = {}, unreadable = false, path = 'a.txt', hashes = ['h'], ...given }: Setting) {
  const runs: RunContext[] = []
  const looks = [...hashes]
  const tool = defineTool({
    name: given.name ?? 'files.write',
    description: '',
    input: z.object({ text: z.string() }),
    category: 'write',
    destructive: given.destructive ?? false,
    ...(given.asks === undefined ? {} : { asks: given.asks }),
    editSafe: true,
    capability: 'workspace_write',
    specifier: { kind: given.specifier?.kind ?? 'path', template: '' },
    repeat: 'never',
    parallelSafe: true,
    title: () => 'Write',
    inspect: () => ({
      specifier: given.specifier ?? { kind: 'path', paths: [{ asked: path, resolved: `/w/${path}` }] },
      body: { kind: 'arguments', entries: [] },
      targets: [{ path: `/w/${path}`, hash: (looks.length > 1 ? looks.shift() : looks[0]) ?? null }],
    }),
    async run(_input, context) {
      runs.push(context)
      await given.run?.(context)
      return { ok: true, text: 'wrote' }
    },
  })
  const clock = { now: () => 1 }
  const store = new MemoryStore(clock)
  const lease = store.hand(HandId.parse('hnd_1'))
  let ids = 0
  const parts = {
    calls: store,
    answers: store,
    clock,
    ids: { call: () => CallId.parse(`call_${String((ids += 1))}`) },
    // The agent could do nothing at all: a mode that blocks, a rule that denies, no capability.
    policy: {
      snapshot: () =>
        Promise.resolve(compilePolicy({ mode: 'plan', layers: [{ layer: 'user', lists: { deny: ['*'] } }] })),
      byHand: () =>
        Promise.resolve(
          compilePolicy({
            mode: 'auto',
            builtins: false,
            layers: [{ layer: 'managed', lists: managed, ...(unreadable ? { unreadable: ['deny'] } : {}) }],
          }),
        ),
    },
    capabilities: { of: () => Promise.resolve(new Set<Capability>()) },
  }
  const act = {
    lease,
    threadId: ThreadId.parse('thr_1'),
    person: ANA,
    tool,
    args: { text: 'x' },
    place: PLACE,
    signal: new AbortController().signal,
  }
  return { parts, store, act, runs }
}

const TRASH = { name: 'trash', path: 'src', destructive: true }

function command(text: string, disk?: DiskFacts): Pick<Setting, 'name' | 'specifier'> {
  return {
    name: 'terminal.exec',
    specifier: { kind: 'shell', command: text, ...(disk === undefined ? {} : { disk }) },
  }
}

test.each<[string, Setting]>([
  ['a write', {}],
  ['what a breaker keeps from an agent', command('mkfs /dev/sdb')],
  ['what an agent cannot undo', command('git push --force origin main')],
  ['what nobody can read', command('echo "')],
  [
    'a breaker that the administrator’s denial cannot mean',
    { ...command('mkfs /dev/sdb'), managed: { deny: ['terminal.exec(git push *)'] } },
  ],
  ['what takes something away', { destructive: true }],
  ['a tool that always asks', { asks: 'always' }],
  ['what the administrator denies elsewhere', { managed: { deny: ['files.write(b.txt)'] } }],
])(
  'a person does %s by hand: nobody is asked, no mode, rule or capability stands in the way',
  async (_what, given) => {
    const { parts, store, act, runs } = bench(given)
    expect(await byHand(parts, act)).toMatchObject({ state: 'succeeded', text: 'wrote' })
    expect(runs.map(({ grounds }) => grounds.via)).toEqual(['person'])
    expect(store.all()).toMatchObject([
      {
        state: 'succeeded',
        call: { turnId: null, handId: 'hnd_1', threadId: 'thr_1' },
        decision: { verdict: 'run', reason: { because: 'by_hand' } },
        signature: { via: 'person', by: ANA },
      },
    ])
  },
)

test.each<[string, Setting, string]>([
  ['the administrator denies it', { managed: { deny: ['files.write'] } }, 'rule'],
  [
    'the administrator denies this path',
    { managed: { deny: ['files.write(a.*)'] }, destructive: true },
    'rule',
  ],
  ['the denials cannot be read', { unreadable: true }, 'unloadable-list'],
  ['it is the gate’s own file', { path: '.countersign/rules' }, 'own-files'],
  ['it is the gate’s own file, and a loss', { path: '.countersign/rules', destructive: true }, 'own-files'],
  [
    'a folder goes that holds the gate’s own files',
    { name: 'trash', path: '.', destructive: true },
    'own-files',
  ],
  ['a folder goes that holds what is denied', { ...TRASH, managed: { deny: ['trash(src/keep/*)'] } }, 'rule'],
  [
    'the denials cannot be read, and a breaker would ask an agent',
    { ...command('mkfs /dev/sdb'), unreadable: true },
    'unloadable-list',
  ],
  [
    'the denials cannot be read, nor can the command',
    { ...command('echo "'), unreadable: true },
    'unloadable-list',
  ],
  [
    'the denials cannot be read, and it cannot be undone',
    { ...command('git push --force origin main'), unreadable: true },
    'unloadable-list',
  ],
  [
    'the administrator could deny it, and a breaker would ask an agent',
    { ...command('mkfs "$DISK"'), managed: { deny: ['terminal.exec(mkfs /dev/sda)'] } },
    'rule',
  ],
  [
    'the administrator could deny it, and it cannot be undone',
    {
      ...command('git push --force "$WHERE"'),
      managed: { deny: ['terminal.exec(git push --force origin)'] },
    },
    'rule',
  ],
  [
    'the administrator denies commands, and nobody can read which this is',
    { ...command('echo "'), managed: { deny: ['terminal.exec(git push *)'] } },
    'rule',
  ],
  ['a breaker would ask an agent about the gate’s own files', command('rm -rf /w'), 'own-files'],
  ['a root goes with the gate’s own files', { name: 'files.delete', path: '' }, 'own-files'],
  [
    'a link leads to the gate’s own files',
    command('cat notes', { breakers: [{ kind: 'own-link', target: 'notes' }] }),
    'own-files',
  ],
])('a person does not get past the gate by hand where %s', async (_what, given, because) => {
  const { parts, store, act, runs } = bench(given)
  expect(await byHand(parts, act)).toMatchObject({ state: 'blocked' })
  expect(store.all()).toMatchObject([{ state: 'blocked', decision: { reason: { because } } }])
  expect(runs).toEqual([])
})

test('a file that is not as the person saw it is not written', async () => {
  const { parts, store, act, runs } = bench({})
  const expects = [{ path: '/w/a.txt', hash: 'as it was' }]
  expect(await byHand(parts, { ...act, expects })).toMatchObject({ state: 'failed', code: 'stale' })
  expect(store.all()).toMatchObject([{ state: 'failed', result: { code: 'stale' } }])
  expect(runs).toEqual([])
  expect(await byHand(parts, { ...act, expects: [{ path: '/w/a.txt', hash: 'h' }] })).toMatchObject({
    state: 'succeeded',
  })
})

test('nor one that changes between the look and the effect', async () => {
  const { parts, store, act, runs } = bench({ hashes: ['h', 'other'] })
  expect(await byHand(parts, act)).toMatchObject({ state: 'failed', code: 'stale' })
  expect(store.all()).toMatchObject([{ state: 'failed', result: { code: 'stale' } }])
  expect(runs).toEqual([])
})

test.each([undefined, { mode: 'auto' }])(
  'a store begins at once what is done by hand, with %j',
  async (begin) => {
    const { parts, store, act } = bench({ destructive: true })
    await byHand(parts, act)
    const [known] = store.all()
    if (known === undefined) throw new Error('nothing was stored')
    const call = { ...known.call, id: CallId.parse('call_other') }
    const decision = { verdict: 'run', reason: { because: 'by_hand' }, parts: [] } as const
    expect(await store.propose(act.lease, call, decision, { begin, byHand: ANA })).toMatchObject({
      state: 'running',
      signature: { via: 'person', by: ANA },
    })
  },
)

test('arguments that do not fit are recorded as failed', async () => {
  const { parts, store, act } = bench({})
  expect(await byHand(parts, { ...act, args: { text: 1 } })).toMatchObject({ code: 'bad_arguments' })
  expect(store.all()).toMatchObject([{ state: 'failed', call: { turnId: null, handId: 'hnd_1' } }])
})

test('without a policy for it, or with a lease of another, nothing happens by hand', async () => {
  const { parts, act, runs } = bench({})
  const { snapshot } = parts.policy
  await expect(byHand({ ...parts, policy: { snapshot } }, act)).rejects.toThrow('no policy')
  await expect(byHand(parts, { ...act, lease: { ...act.lease, epoch: 2 } })).rejects.toThrow('is lost')
  expect(runs).toEqual([])
})

test('a running tool judges what it meets by what binds a person, and puts no card before them', async () => {
  const seen: unknown[] = []
  const { parts, act } = bench({
    managed: { deny: ['files.write(secret)'] },
    async run(context) {
      const judge = await context.judging()
      for (const asked of ['b.txt', 'secret'])
        seen.push(judge({ kind: 'path', paths: [{ asked, resolved: `/w/${asked}` }] }).verdict)
      seen.push((await context.ask(act.tool, { text: 'y' })).answered)
    },
  })
  await byHand(parts, act)
  expect(seen).toEqual(['run', 'block', false])
})
