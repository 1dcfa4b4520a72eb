import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ClockContext } from '../../data/context.ts'
import { BODIES } from '../../gallery/card-fixtures.ts'
import { FEATURES } from '../../features.ts'
import { FeaturesContext } from '../../platform/features-context.ts'
import { idle } from '../../gallery/CardsPage.tsx'
import { aCall, aCard, GALLERY_NOW } from '../../gallery/fixtures.ts'
import { unsaid } from '../../testing/words.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import { CallBodyView } from './CallBodyView.tsx'
import type { CardActions } from './card-actions.ts'
import type { CardView } from './card-view.ts'

/** Every kind of specifier as a card, with the words that a person signs: the gallery's examples, plus the kinds it lacks. */

const TASK_LIST = aCard(
  aCall(
    'todo',
    {
      kind: 'todo',
      items: [
        { text: 'Read the scripts', state: 'done' },
        { text: 'Run the tests', state: 'in_progress' },
        { text: 'Publish', state: 'open' },
      ],
    },
    { tool: 'todo.write', title: 'Write the list', specifier: '' },
  ),
)
const CARDS: ReadonlyMap<string, CardView> = new Map([...BODIES, ['a list of what is to do', TASK_LIST]])

function fixture(name: string): CardView {
  const card = CARDS.get(name)
  if (card === undefined) throw new Error(`no card ${name}`)
  return card
}

interface Expected {
  readonly title: string
  readonly says: readonly string[]
  /** Absent: all four answers are open. Otherwise the step that a yes requires. */
  readonly yes?: 'second press' | 'name' | 'one press'
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'a command with parts': {
    title: 'Run a command',
    says: [
      '1 of 3',
      'in ~/code/site · from the sub-agent “Test and publish (dry run)”',
      '$ npm run build && npm publish --dry-run | tee publish.log',
      'runs npm run build your rule npm run *',
      'asks npm publish --dry-run no rule covers this',
      'asks tee publish.log writes publish.log',
      'The agent says Checks what would be uploaded, without uploading.',
    ],
  },
  'substitution and wrapper': {
    title: 'Run a command',
    says: [
      'sudo systemctl restart site',
      'asks curl -s https://example.com/v leaves this machine (through $(…))',
      'asks systemctl restart site no rule covers this (through sudo)',
    ],
  },
  'a blocked part': {
    title: 'Run a command',
    says: ['runs npm run build', 'blocked git push --force your rule git push --force*'],
  },
  unreadable: {
    title: 'Run a command',
    says: ['always asks, in every mode', 'Unreadable: asks in every mode.'],
    yes: 'second press',
  },
  'hidden characters': {
    title: 'Run a command',
    says: ['U+202Etxt.exeU+202C', '# safeU+200B'],
  },
  'a new file': {
    title: 'Write notes.md',
    says: ['notes.md new file, 15 B, not under version control', '+3 −0', '+# Notes'],
  },
  'a long new file, outside the workspace': {
    title: 'Write values.ts',
    says: ['/srv/shared/values.ts', 'Outside the workspace.', 'value311 = 311'],
  },
  'an edit': {
    title: 'Edit scripts/release.ts',
    says: ['+3 −2', '-  const tag = process.argv[2]', '+  const tag = readTag(process.argv)'],
  },
  'an edit in three places': {
    title: 'Edit src/money.ts',
    says: [
      '+5 −2',
      '3 of 3 parts',
      '1 before parseAmount',
      '2 in parseAmount · l. 3',
      '3 in formatAmount · l. 7',
    ],
  },
  'a deletion': {
    title: 'Delete old-site',
    says: [
      'always asks, in every mode',
      'delete old-site',
      '214 files, 38 MB, none under version control',
      'Type old-site to allow',
    ],
    yes: 'name',
  },
  'a breaker': {
    title: 'Run a command',
    says: ['always asks, in every mode', 'always asks git push --force origin main a force push'],
    yes: 'second press',
  },
  'a limit that is used up': {
    title: 'Continue past 20 steps',
    says: [
      'used up 20 steps; this would be 21 steps',
      'allow the turn continues, up to 40 steps in total',
      'This turn reached a limit',
    ],
    yes: 'one press',
  },
  'a rename': { title: 'Rename store.ts', says: ['rename src/store.ts → src/thread-store.ts'] },
  'an address': {
    title: 'Fetch an address',
    says: ['GET https://docs.example.com@', 'xn--exmple-4nf.com', 'Leaves this machine.'],
  },
  'a command over files that are there': {
    title: 'Run a command',
    says: [
      'asks writes build.log · overwrites, 12 kB, not under version control',
      'asks rm -rf ./old-site no rule covers this · removes 214 files, 38 MB, none under version control',
    ],
  },
  'a file that would be overwritten': {
    title: 'Write config/site.json',
    says: ['overwrites 12 kB, not under version control', '-  "port": 8080', '+  "port": 9090'],
  },
  'an address with what is sent': {
    title: 'Send to hooks.example.com',
    says: [
      'POST https://hooks.example.com/v1/notes?team=7',
      'authorization ••••',
      'content-type application/json',
      '411 characters',
      '1 value masked: authorization.',
      'Leaves this machine.',
    ],
  },
  'arguments of a foreign tool': {
    title: 'Call create_issue of tracker',
    says: [
      'MCP server tracker · started with npx -y @example/tracker · trusted since 30 Oct · leaves this machine',
      'project site',
      'labels bug, release',
      'assign to name Ana team web notify true watchers empty list',
      '421 characters',
      'Show as JSON',
    ],
  },
  'a tool of a server that is not trusted': {
    title: 'Call ping of status',
    says: ['at https://status.example.com/mcp · not trusted · leaves this machine', 'No arguments.'],
  },
  'a tool that has changed': {
    title: 'Use send of chat.example.com_443_mcp',
    yes: 'second press',
    says: [
      'The tool’s description has changed since you last allowed it:',
      'Sends a message to a channel, and a copy to its maker.',
      'message Good morning',
    ],
  },
  'work for an agent below': {
    title: 'Test and publish (dry run)',
    says: ['Show the instructions: 3 lines, 78 characters', 'Tools files.read, files.list, terminal.exec'],
  },
  'a list of what is to do': {
    title: 'Write the list',
    says: ['Read the scripts, done', 'Run the tests, in progress', 'Publish, open'],
  },
}

/** Body views load lazily; these tests load them up front. */
beforeAll(async () => {
  await Promise.all([
    import('./DiffBody.tsx'),
    import('./DiffRows.tsx'),
    import('./ArgumentsBody.tsx'),
    import('./PartsChoice.tsx'),
  ])
})

async function draw(view: CardView, actions = idle): Promise<HTMLElement> {
  await act(async () => {
    render(
      <ClockContext value={{ now: () => GALLERY_NOW }}>
        <FeaturesContext value={FEATURES}>
          <ApprovalCard view={view} actions={actions} />
        </FeaturesContext>
      </ClockContext>,
    )
  })
  await vi.waitFor(() => expect(document.querySelector('p[data-unread]')).toBeNull())
  return screen.getByRole('article')
}

/** The text of the elements that describe the card to a screen reader. */
function described(card: HTMLElement): string {
  const ids = (card.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Names of the answers in reading order; the rest of the card has buttons too. */
function answersOf(card: HTMLElement): readonly string[] {
  const names = within(card)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
  return names.filter((name) => /^(Allow|Always|Note|Deny)/.test(name))
}

test('every example of the gallery is looked at', () => {
  expect([...CARDS.keys()].toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
})

describe.each(Object.entries(EXPECTED))('%s', (name, { title, says, yes }) => {
  const view = fixture(name)
  const object = view.specifier === '' ? view.title : view.specifier

  test('says the exact thing, and why it asks', async () => {
    const card = await draw(view)
    expect(screen.getByRole('article', { name: title })).toBe(card)
    expect(unsaid(card, says)).toEqual([])
    expect(within(card).getByRole('heading', { level: 3 }).textContent).toBe(title)
  })

  test('its answers name their object, and no other stands there', async () => {
    const card = await draw(view)
    const all = ['Allow once', 'Allow for this chat', 'Always allow…', 'Allow more…', 'Note', 'Deny']
    const offered = yes === undefined ? all : ['Allow once', 'Note', 'Deny']
    expect(answersOf(card)).toEqual(
      offered.map((word) => (word === 'Allow more…' ? word : `${word}: ${object}`)),
    )
    const keys = yes === undefined || yes === 'one press'
    expect(described(card)).toContain(keys ? 'A allow once, D deny' : 'No key answers this card')
  })
})

test('the place stands before the thing, the thing before its reason, and the agent’s words before the answers', async () => {
  const card = await draw(fixture('a command with parts'))
  const said = card.textContent ?? ''
  const order = ['in ~/code/site', '$ npm', 'no rule covers this', 'The agent says', 'Allow once', 'Deny']
  const places = order.map((words) => said.indexOf(words))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('a deletion wakes by its whole name and nothing else', async () => {
  const answer = vi.fn<CardActions['answer']>()
  const card = await draw(fixture('a deletion'), { ...idle, answer })
  const allow = within(card).getByRole<HTMLButtonElement>('button', { name: 'Allow once: old-site' })
  const field = within(card).getByRole('textbox', { name: 'Type old-site to allow' })
  for (const [typed, asleep] of [
    ['', true],
    ['old-sit', true],
    ['Old-Site', true],
    ['old-site ', true],
    ['old-site', false],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(allow.disabled, JSON.stringify(typed)).toBe(asleep)
  }
  fireEvent.click(allow, { detail: 0 })
  expect(answer.mock.calls).toEqual([[{ decision: 'allow_once', hash: 'c9205d110aa341f7' }, 'key']])
})

test('a second press comes later and elsewhere, and can be gone back from', async () => {
  vi.useFakeTimers()
  const answer = vi.fn<CardActions['answer']>()
  const card = await draw(fixture('a breaker'), { ...idle, answer })
  const named = (word: string) =>
    within(card).queryByRole<HTMLButtonElement>('button', { name: `${word}: git push --force origin main` })
  fireEvent.click(named('Allow once') ?? card, { detail: 0 })
  expect(named('Allow once')).toBeNull()
  expect(named('Yes, run it')?.disabled).toBe(true)
  await act(async () => vi.advanceTimersByTimeAsync(599))
  expect(named('Yes, run it')?.disabled).toBe(true)
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(named('Yes, run it')?.disabled).toBe(false)
  fireEvent.click(within(card).getByRole('button', { name: 'Back' }))
  expect(named('Allow once')).not.toBeNull()
  expect(answer).not.toHaveBeenCalled()
})

test('a table turns into JSON and back, the whole of it', async () => {
  const card = await draw(fixture('arguments of a foreign tool'))
  fireEvent.click(within(card).getByRole('button', { name: 'Show as JSON' }))
  expect(unsaid(card, ['"notify": true', '"watchers": []', 'And a last one.'])).toEqual([])
  fireEvent.click(within(card).getByRole('button', { name: 'Show as a table' }))
  expect(unsaid(card, ['assign to name Ana'])).toEqual([])
})

test('of a settled change what is folded says how much that is, and unfolds whole', async () => {
  const { call, specifier, body, decision } = fixture('a long new file, outside the workspace')
  const { container } = render(
    <FeaturesContext value={FEATURES}>
      <CallBodyView call={{ id: call, specifier, body, decision }} />
    </FeaturesContext>,
  )
  const folded = await screen.findByRole('button', { name: '312 lines, 40 shown. Show all 312 lines' })
  expect(unsaid(container, ['value311 = 311'])).toEqual(['value311 = 311'])
  fireEvent.click(folded)
  expect(unsaid(container, ['value311 = 311'])).toEqual([])
})
