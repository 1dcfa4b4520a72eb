import type { CallId, CallState, CallView, EndedCall, Signature } from '@countersign/protocol'
import { CallId as CallIdSchema } from '@countersign/protocol'
import { useState } from 'react'
import { ApprovalCard } from '../platform/cards/ApprovalCard.tsx'
import { replacedBy } from '../features/threads/calls/replaced-by.ts'
import { CallTree } from '../features/threads/calls/CallTree.tsx'
import { buildCallTree } from '../features/threads/calls/call-tree.ts'
import type { CallNode } from '../features/threads/calls/call-tree.ts'
import { publish } from './card-fixtures.ts'
import { idle } from './CardsPage.tsx'
import { aCall, aCard, GALLERY_NOW } from './fixtures.ts'
import type { CallChange } from '../testing/views.ts'

const id = (name: string): CallId => CallIdSchema.parse(`call_${name}`)
const you: Signature = { via: 'person', by: 'you', at: GALLERY_NOW - 10_000 }
const shell = <S extends EndedCall['state']>(
  name: string,
  command: string,
  change: CallChange<S>,
): CallView =>
  aCall<S>(
    name,
    { kind: 'shell', command, cwd: '~/code/site' },
    { ended_at: GALLERY_NOW, preview: '412 passed', ...change },
  )
const file = <S extends EndedCall['state'] | 'running'>(
  name: string,
  path: string,
  change: CallChange<S>,
): CallView =>
  aCall<S>(
    name,
    { kind: 'arguments', entries: [{ name: 'path', value: path }] },
    { specifier: path, ...change },
  )
const ran = {
  state: 'succeeded',
  started_at: GALLERY_NOW - 11,
  ended_at: GALLERY_NOW,
  signature: { via: 'mode', by: 'Ask', at: 0 },
} as const
const task = <S extends CallState>(name: string, title: string, change: CallChange<S>): CallView =>
  aCall<S>(name, { kind: 'arguments', entries: [] }, { tool: 'run_subtask', title, specifier: '', ...change })

const TREE: readonly CallView[] = [
  task('scripts', 'Read the release scripts', {
    state: 'succeeded',
    started_at: GALLERY_NOW - 3100,
    ended_at: GALLERY_NOW,
    proposed_at: 1,
  }),
  file('r1', 'scripts/release.ts', { ...ran, tool: 'files.read', parent_id: id('scripts'), proposed_at: 2 }),
  file('r2', 'scripts/', { ...ran, tool: 'files.list', parent_id: id('scripts'), proposed_at: 3 }),
  task('test', 'Test and publish (dry run)', {
    state: 'running',
    started_at: GALLERY_NOW - 20_000,
    proposed_at: 4,
  }),
  shell('npmtest', 'npm test', {
    state: 'succeeded',
    started_at: GALLERY_NOW - 18_400,
    signature: you,
    parent_id: id('test'),
    proposed_at: 5,
  }),
  { ...publish, parent_id: id('test'), proposed_at: GALLERY_NOW - 42_000 },
  task('log', 'Draft the changelog', {
    state: 'running',
    started_at: GALLERY_NOW - 6000,
    proposed_at: GALLERY_NOW,
  }),
  file('r3', 'CHANGELOG.md', {
    state: 'running',
    started_at: GALLERY_NOW - 900,
    tool: 'files.read',
    parent_id: id('log'),
    proposed_at: GALLERY_NOW,
  }),
]

const SEEN = 'export const gate = true\n'
const THEIRS = 'export const gate = false\n'

/** The output of the interrupted call. */
const PRINTED = 'copying 12 of 40\ncopying 13 of 40\n'

const LONG_RESULT = Array.from({ length: 60 }, (_, line) => `2.${line} something changed here`).join('\n')

const OUTCOMES: readonly CallView[] = [
  shell('o1', 'npm test', {
    state: 'succeeded',
    started_at: GALLERY_NOW - 18_400,
    signature: you,
    proposed_at: 1,
  }),
  shell('o2', 'npm run build', {
    state: 'succeeded',
    started_at: GALLERY_NOW - 8400,
    signature: { via: 'rule', by: 'npm run *, yours', at: 0 },
    proposed_at: 2,
  }),
  shell('o3', 'npm run lint', {
    state: 'failed',
    started_at: GALLERY_NOW - 2100,
    signature: you,
    proposed_at: 3,
  }),
  shell('o4', 'git push --force', {
    state: 'denied',
    signature: { ...you, feedback: 'open a pull request instead' },
    proposed_at: 4,
  }),
  shell('o5', 'docker compose up', {
    state: 'expired',
    signature: { via: 'timeout', by: '', at: GALLERY_NOW },
    proposed_at: 5,
  }),
  shell('o6', 'npm publish', {
    state: 'cancelled',
    signature: { via: 'stop', by: 'you', at: GALLERY_NOW },
    proposed_at: 6,
  }),
  shell('o7', 'npm run deploy', {
    state: 'interrupted',
    signature: you,
    proposed_at: 7,
    output_chars: PRINTED.length,
  }),
  shell('o8', 'rm -rf src', {
    state: 'blocked',
    signature: { via: 'policy', by: '', at: 0 },
    proposed_at: 8,
  }),
  file('o10', 'src/rules.ts', {
    ...ran,
    tool: 'files.edit',
    signature: you,
    undo: 'possible',
    proposed_at: 10,
  }),
  file('o11', 'src/store.ts', { ...ran, tool: 'files.edit', signature: you, undo: 'done', proposed_at: 11 }),
  file('o9', 'src/gate.ts', {
    state: 'failed',
    started_at: null,
    ended_at: GALLERY_NOW,
    error_code: 'stale',
    tool: 'files.edit',
    signature: { via: 'policy', by: 'stale target', at: GALLERY_NOW },
    proposed_at: 9,
    body: {
      kind: 'write',
      path: 'src/gate.ts',
      before: SEEN,
      after: `${SEEN}mine\n`,
      outside_workspace: false,
    },
    found: { kind: 'write', path: 'src/gate.ts', before: THEIRS, after: '', outside_workspace: false },
  }),
  file('o12', 'src/gate.ts', { ...ran, tool: 'files.edit', signature: you, proposed_at: GALLERY_NOW }),
  shell('o13', 'cat CHANGELOG.md', {
    state: 'succeeded',
    started_at: GALLERY_NOW - 40,
    signature: you,
    proposed_at: GALLERY_NOW,
    preview: LONG_RESULT.slice(0, 500),
    result_chars: LONG_RESULT.length,
  }),
]

const MANY: readonly CallView[] = Array.from({ length: 40 }, (_, index) =>
  index === 20
    ? shell('m20', 'npm run job-20', {
        state: 'failed',
        started_at: GALLERY_NOW - 900,
        signature: you,
        proposed_at: 20,
      })
    : index < 7
      ? file(`m${index}`, `src/file-${index}.ts`, { ...ran, tool: 'files.read', proposed_at: index })
      : shell(`m${index}`, `npm run job-${index}`, {
          state: 'succeeded',
          started_at: GALLERY_NOW - 900,
          signature: you,
          proposed_at: index,
        }),
)

export function CallTreePage() {
  return (
    <div className="grid items-start gap-8 wide:grid-cols-2">
      <Shown name="a tree with a card" calls={TREE} />
      <Shown name="what became of calls" calls={OUTCOMES.map(inTime)} />
      <Shown name="forty calls" calls={MANY} />
    </div>
  )
}

/** Turns the sequence numbers of the list into times: one per second, starting five minutes ago. */
function inTime(call: CallView): CallView {
  return call.proposed_at < 100
    ? { ...call, proposed_at: GALLERY_NOW - 300_000 + call.proposed_at * 1000 }
    : call
}

function cardOf(call: CallId) {
  return call === publish.id ? <ApprovalCard view={aCard(publish)} actions={idle} /> : null
}

/** Starts unfolded. */
const UNFOLDED: ReadonlyMap<CallId, boolean> = new Map([[id('o13'), true]])

function Shown({ name, calls }: { name: string; calls: readonly CallView[] }) {
  const [folds, setFolds] = useState(UNFOLDED)
  const isOpen = (node: CallNode): boolean => folds.get(node.call.id) ?? node.inside.waiting > 0
  return (
    <section aria-label={name} className="min-w-0">
      <h2 className="pb-2 text-label text-ink-3">{name}</h2>
      <CallTree
        nodes={buildCallTree(calls)}
        actions={{
          card: cardOf,
          reader: { person: (by) => by, modeLabel: (mode) => mode },
          lateNote: () => null,
          elsewhereAt: () => null,
          expired: [],
          askAgain: () => {},
          settle: () => {},
          undo: async () => ({ ok: true, undo: null }),
          parentsOf: () => [],
          result: async () => ({ ok: true, value: { text: LONG_RESULT, chars: LONG_RESULT.length } }),
          output: async () => ({ ok: true, value: { text: PRINTED, chars: PRINTED.length } }),
          replacedBy: (call) => replacedBy(call, new Map(calls.map((one) => [one.id, one]))),
          reached: () => false,
          isOpen,
          toggle: (node) => setFolds(new Map(folds).set(node.call.id, !isOpen(node))),
        }}
      />
    </section>
  )
}
