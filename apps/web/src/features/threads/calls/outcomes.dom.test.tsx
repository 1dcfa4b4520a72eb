import type { CallBody, CallView, EndedCall, Signature } from '@countersign/protocol'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { FEATURES } from '../../../features.ts'
import { FeaturesContext } from '../../../platform/features-context.ts'
import { ClockContext } from '../../../data/context.ts'
import { aCall, GALLERY_NOW } from '../../../gallery/fixtures.ts'
import type { CallChange } from '../../../testing/views.ts'
import { unsaid } from '../../../testing/words.ts'
import { CallTree } from './CallTree.tsx'
import type { CallActions } from './call-actions.ts'
import { buildCallTree } from './call-tree.ts'
import { texts } from './texts.ts'

/** Every possible outcome of a call: its words, its mark, who signed, and the remaining actions. */

const PROPOSED = GALLERY_NOW - 300_000
const you: Signature = { via: 'person', by: 'usr_ada', at: GALLERY_NOW - 10_000 }
const COMMAND: CallBody = { kind: 'shell', command: 'npm publish', cwd: '~/code/site' }
const call = <S extends EndedCall['state']>(change: CallChange<S>): CallView =>
  aCall<S>('one', COMMAND, { proposed_at: PROPOSED, ended_at: GALLERY_NOW, ...change })
const edit = <S extends EndedCall['state']>(change: CallChange<S>): CallView =>
  aCall<S>(
    'one',
    {
      kind: 'write',
      path: 'src/gate.ts',
      before: 'shut\n',
      after: 'open\n',
      outside_workspace: false,
    },
    { tool: 'files.edit', specifier: 'src/gate.ts', proposed_at: PROPOSED, ended_at: GALLERY_NOW, ...change },
  )

interface Row {
  readonly call: CallView
  readonly actions?: Partial<CallActions>
  readonly says: readonly string[]
  readonly never?: readonly string[]
  readonly mark: string
  readonly buttons?: readonly string[]
}

const ROWS: Readonly<Record<string, Row>> = {
  'allowed, running': {
    call: aCall('one', COMMAND, {
      state: 'running',
      proposed_at: PROPOSED,
      started_at: GALLERY_NOW - 4000,
      preview: 'one\ntwo\nthree\nfour\n',
    }),
    says: ['Running npm publish', 'running 4.0 s', 'two', 'three', 'four'],
    never: ['one', 'countersigned'],
    mark: 'running',
  },
  'ran, by a person': {
    call: call({ state: 'succeeded', started_at: GALLERY_NOW - 18_400, signature: you }),
    says: [
      'Ran npm publish',
      '18.4 s',
      'proposed by the agent, 13:57:00',
      'countersigned by you, 14:01:50',
      'c920 5d11',
    ],
    mark: 'signed',
  },
  'ran, by a rule': {
    call: call({
      state: 'succeeded',
      started_at: GALLERY_NOW - 11,
      signature: { via: 'rule', by: 'npm *, yours', at: 0 },
    }),
    says: ['Ran npm publish', '11 ms'],
    never: ['countersigned'],
    mark: 'ran',
  },
  failed: {
    call: call({ state: 'failed', error_code: 'exit', started_at: GALLERY_NOW - 2100, signature: you }),
    says: ['Ran npm publish', 'failed · 2.1 s', 'countersigned by you'],
    mark: 'failed',
  },
  'failed, with what it counted': {
    call: call({
      state: 'failed',
      error_code: 'exit',
      summary: '1 failed, 4 passed, exit code 1',
      started_at: GALLERY_NOW - 2100,
      signature: { via: 'rule', by: 'npm *, yours', at: 0 },
    }),
    says: ['Ran npm publish', '1 failed, 4 passed, exit code 1 · 2.1 s'],
    mark: 'failed',
  },
  'failed before anyone was asked': {
    call: edit({
      state: 'failed',
      error_code: 'no_match',
      started_at: null,
      signature: { via: 'mode', by: 'default', at: GALLERY_NOW },
    }),
    says: ['Failed to edit src/gate.ts', 'old text not found'],
    never: ['countersigned', 'Edited'],
    mark: 'failed',
  },
  'edited, by a rule': {
    call: edit({
      state: 'succeeded',
      summary: '+10 −1',
      started_at: GALLERY_NOW - 11,
      signature: { via: 'rule', by: 'files.edit, yours', at: 0 },
    }),
    says: ['Edited src/gate.ts', '+10 −1 · 11 ms'],
    mark: 'ran',
  },
  'refused, with a note': {
    call: call({ state: 'denied', signature: { ...you, feedback: 'open a pull request instead' } }),
    says: ['Did not run npm publish', 'refused by you, 14:01:50: “open a pull request instead”'],
    mark: 'refused',
  },
  expired: {
    call: call({ state: 'expired', signature: { via: 'timeout', by: '', at: GALLERY_NOW } }),
    says: ['Did not run npm publish', 'unsigned: expired after 5 min'],
    mark: 'void',
    buttons: ['Ask again'],
  },
  cancelled: {
    call: call({ state: 'cancelled', signature: { via: 'stop', by: 'usr_ada', at: GALLERY_NOW } }),
    says: ['Did not run npm publish', 'unsigned: you stopped the turn'],
    mark: 'void',
  },
  'cancelled by someone else': {
    call: call({ state: 'cancelled', signature: { via: 'stop', by: 'usr_ana', at: GALLERY_NOW } }),
    says: ['unsigned: Ana stopped the turn'],
    mark: 'void',
  },
  void: {
    call: edit({
      state: 'failed',
      error_code: 'stale',
      signature: { via: 'policy', by: 'stale target', at: GALLERY_NOW },
      found: {
        kind: 'write',
        path: 'src/gate.ts',
        before: 'ajar\n',
        after: '',
        outside_workspace: false,
      },
    }),
    says: ['Did not edit src/gate.ts', 'void: the file changed after it was proposed'],
    never: ['failed', 'countersigned'],
    mark: 'void',
    buttons: ['Show what changed: src/gate.ts'],
  },
  superseded: {
    call: edit({
      state: 'failed',
      error_code: 'stale',
      signature: { via: 'policy', by: 'stale target', at: GALLERY_NOW },
    }),
    actions: { replacedBy: () => edit({ state: 'succeeded' }) },
    says: ['void: the file changed', 'Replaced by a newer call'],
    mark: 'void',
  },
  'answered elsewhere': {
    call: call({ state: 'succeeded', started_at: GALLERY_NOW - 900, signature: you }),
    actions: { elsewhereAt: () => GALLERY_NOW },
    says: ['Ran npm publish', 'Answered on another screen.'],
    mark: 'signed',
  },
  'too late': {
    call: call({ state: 'denied', signature: { ...you, by: 'usr_ana' } }),
    actions: {
      lateNote: () => 'Already answered: refused Ana, 14:01:50. Your answer (allow once) had no effect.',
    },
    says: ['Did not run npm publish', 'refused by Ana, 14:01:50', 'Your answer (allow once) had no effect.'],
    mark: 'refused',
  },
  'blocked by a rule': {
    call: call({
      state: 'blocked',
      signature: { via: 'policy', by: '', at: GALLERY_NOW },
      decision: {
        verdict: 'block',
        reason: { because: 'deny_rule', sentence: 'your rule npm publish * blocks it' },
        parts: [],
      },
    }),
    says: ['Did not run npm publish', 'blocked', 'refused: your rule npm publish * blocks it'],
    mark: 'refused',
  },
  interrupted: {
    call: call({ state: 'interrupted', signature: you, output_chars: 17 }),
    says: ['interrupted', 'The server stopped while this ran. It may have had effects'],
    mark: 'void',
    buttons: [
      'Show output so far',
      'It was done: npm publish',
      'It was not done: npm publish',
      'Run it again: npm publish',
    ],
  },
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['usr_ada', 'you'],
  ['usr_ana', 'Ana'],
])

async function draw({ call, actions }: Row): Promise<HTMLElement> {
  const all: CallActions = {
    card: () => null,
    reader: { person: (by) => NAMES.get(by) ?? by, modeLabel: (mode) => mode },
    lateNote: () => null,
    elsewhereAt: () => null,
    parentsOf: () => [],
    expired: [],
    askAgain: () => {},
    settle: () => {},
    undo: async () => ({ ok: true, undo: null }),
    result: async () => ({ ok: true, value: { text: '', chars: 0 } }),
    output: async () => ({ ok: true, value: { text: 'copying 12 of 40\n', chars: 17 } }),
    replacedBy: () => null,
    reached: () => false,
    isOpen: () => false,
    toggle: () => {},
    ...actions,
  }
  await act(async () => {
    render(
      <ClockContext value={{ now: () => GALLERY_NOW }}>
        <FeaturesContext value={FEATURES}>
          <CallTree nodes={buildCallTree([call])} actions={all} />
        </FeaturesContext>
      </ClockContext>,
    )
  })
  // Rarely used parts of rows are loaded with the first row that needs them.
  await act(async () => {
    await import('./Interrupted.tsx')
    await import('./VoidCall.tsx')
  })
  await act(async () => {})
  return screen.getByRole('treeitem')
}

describe.each(Object.entries(ROWS))('%s', (_name, row) => {
  test('is told on its line', async () => {
    const line = await draw(row)
    expect(unsaid(line, row.says)).toEqual([])
    expect(unsaid(line, row.never ?? [])).toEqual(row.never ?? [])
    expect(line.querySelector('[data-mark]')?.getAttribute('data-mark')).toBe(row.mark)
    expect(
      within(line)
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual(row.buttons ?? [])
    // A settled call is no longer a card, and never a question.
    expect(within(line).queryByRole('article')).toBeNull()
  })
})

test('what is void shows on a press what changed', async () => {
  const row = ROWS['void']
  if (row === undefined) throw new Error('no such row')
  const line = await draw(row)
  fireEvent.click(within(line).getByRole('button', { name: 'Show what changed: src/gate.ts' }))
  await import('../../../platform/cards/DiffBody.tsx')
  await vi.waitFor(() => expect(unsaid(line, ['-shut', '+ajar'])).toEqual([]))
})

test('what a call that was cut off had printed comes on a press', async () => {
  const row = ROWS['interrupted']
  if (row === undefined) throw new Error('no such row')
  const line = await draw(row)
  expect(unsaid(line, ['copying 12 of 40'])).toEqual(['copying 12 of 40'])
  await act(async () => {
    fireEvent.click(within(line).getByRole('button', { name: 'Show output so far' }))
  })
  expect(within(line).getByRole('group', { name: 'Output so far' }).textContent).toContain('copying 12 of 40')
})

test('an expired call is asked for again in words, never by itself', async () => {
  const askAgain = vi.fn<CallActions['askAgain']>()
  const row = ROWS['expired']
  if (row === undefined) throw new Error('no such row')
  const line = await draw({ ...row, actions: { askAgain } })
  expect(askAgain).not.toHaveBeenCalled()
  fireEvent.click(within(line).getByRole('button', { name: 'Ask again' }))
  expect(askAgain.mock.calls).toEqual([[[row.call]]])
})

test('of several that expired all are asked for again at once', async () => {
  const askAgain = vi.fn<CallActions['askAgain']>()
  const row = ROWS['expired']
  if (row === undefined) throw new Error('no such row')
  const expired = [row.call, { ...row.call, specifier: 'npm test' }]
  const line = await draw({ ...row, actions: { askAgain, expired } })
  expect(within(line).queryByRole('button', { name: 'Ask again' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ask again for all 2 that expired' }))
  expect(askAgain.mock.calls).toEqual([[expired]])
  expect(texts.askAgainMessage(['terminal.exec npm publish', 'terminal.exec npm test'])).toBe(
    'Nobody answered in time. Propose these again if they are still needed:\n- terminal.exec npm publish\n- terminal.exec npm test',
  )
})

test('that another screen answered is said for four seconds', async () => {
  vi.useFakeTimers()
  const row = ROWS['answered elsewhere']
  if (row === undefined) throw new Error('no such row')
  const line = await draw(row)
  await act(async () => vi.advanceTimersByTimeAsync(3900))
  expect(unsaid(line, ['Answered on another screen.'])).toEqual([])
  await act(async () => vi.advanceTimersByTimeAsync(200))
  expect(unsaid(line, ['Answered on another screen.'])).toEqual(['Answered on another screen.'])
})
