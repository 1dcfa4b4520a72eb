import type { ScriptedAnswer, ScriptedRequest } from '../../../apps/server/src/testing/scripted-model.ts'

/** The person's messages, in this order. The model knows no others. */
export const MESSAGES = {
  fix: 'A total was one cent short. Find out why, fix it, and run the tests.',
  tidy: 'Clean up, push, and tell me what is left to do.',
  explain: 'Explain rounding at length.',
} as const

type Step = ScriptedAnswer
const call = (name: string, args: unknown) => ({ name, args })
const read = (path: string) => call('files.read', { path })
const shell = (command: string) => call('terminal.exec', { command })

const PLAN = ['Find the cause', 'Fix it', 'Run the tests', 'Write it down'] as const
const plan = (done: number) =>
  call('todo_write', {
    items: PLAN.map((text, index) => ({
      text,
      state: index < done ? 'done' : index === done ? 'in_progress' : 'open',
    })),
  })

const replace = (path: string, old_text: string, new_text: string) =>
  call('files.edit', { path, edits: [{ old_text, new_text }] })

/** The same one-line edit of four files, which a person answers together. */
const withCurrency = (['invoice', 'refund', 'receipt', 'report'] as const).map((name) =>
  replace(
    `src/${name}.js`,
    "import { formatAmount } from './money.js'",
    "import { formatAmount } from './money.js' // cents",
  ),
)

/** A file of 325 lines, too long for any screen. */
const GUIDE = `${[
  '# Amounts',
  '',
  ...Array.from({ length: 322 }, (_, index) => `${index + 1}. Amount ${index + 1} is stored in cents.`),
  'Never store an amount as a fraction.',
].join('\n')}\n`

const FOUND = `## What was wrong

\`parseAmount\` multiplied by 100 and rounded *down*. As a binary fraction, $19.99 \\cdot 100$ is a little less than 1999:

\`\`\`js
19.99 * 100 // 1998.9999999999998
Math.floor(19.99 * 100) // 1998
\`\`\`

### What changed

| file | lines | tests |
| --- | ---: | ---: |
| src/money.js | 1 | 3 |
| docs/guide.md | 325 | 0 |
| four callers | 4 | 2 |

- [x] the cause
- [x] the fix, with all five tests passing
- [ ] the page about rounding could not be reached

\`\`\`mermaid
graph LR
  text --> parseAmount --> cents --> total
\`\`\`
`

const LONG = `# Rounding\n\n${Array.from(
  { length: 60 },
  (_, index) =>
    `${index + 1}. A fraction such as 0.${index + 11} has no exact binary form, so it is stored as the nearest one. Multiply it, and the small error grows; round *once*, at the end.`,
).join('\n')}\n\nThat is all.`

const TURNS: Readonly<Record<string, readonly Step[]>> = {
  [MESSAGES.fix]: [
    { text: 'I will look at the project first, then at the code that handles amounts.', calls: [plan(0)] },
    { calls: [call('files.list', { path: '.' }), read('README.md'), read('package.json')] },
    {
      calls: [
        call('files.search', { pattern: 'toFixed' }),
        call('files.search', { pattern: 'parseAmount', path: 'src' }),
      ],
    },
    {
      text: 'Two parts can be read at the same time.',
      calls: [
        call('run_subtask', {
          title: 'Read the code that handles amounts',
          instructions: 'Read src/money.js and src/cart.js. Where are cents lost?',
          tools: ['files.read', 'files.search'],
        }),
        call('run_subtask', {
          title: 'Read the tests',
          instructions: 'Read the tests. Which amounts do they try?',
          tools: ['files.read', 'files.list', 'terminal.exec'],
        }),
      ],
    },
    { text: 'The tests should show it.', calls: [shell('npm test')] },
    { text: 'One test fails: `keeps every cent`.', calls: [plan(1)] },
    {
      calls: [replace('src/money.js', 'return Math.round(plain)', 'return Math.round(Number(plain) * 100)')],
    },
    { text: 'That text is not in the file. I read it again.', calls: [read('src/money.js')] },
    {
      text: 'It rounds down where it should round to the nearest cent.',
      calls: [replace('src/money.js', 'Math.floor(Number(plain) * 100)', 'Math.round(Number(plain) * 100)')],
    },
    { calls: [shell('npm test')] },
    { text: 'All five pass.', calls: [plan(3)] },
    { text: 'The four callers should say that they take cents.', calls: withCurrency },
    { text: 'Now the guide.', calls: [call('files.write', { path: 'docs/guide.md', content: GUIDE })] },
    {
      text: 'A page about rounding would be a good reference.',
      calls: [call('web.fetch', { url: 'https://rounding.invalid/half-even' })],
    },
    {
      text: 'It could not be reached, so I go without it.',
      calls: [
        call('files.create', {
          path: 'CHANGELOG.md',
          content: '# Changes\n\n- 1.2.1: amounts keep every cent.\n',
        }),
      ],
    },
    { calls: [shell('git add -A && git commit -q -m "Keep every cent"'), plan(4)] },
    { text: FOUND },
  ],
  [MESSAGES.tidy]: [
    {
      text: 'I remove what is built and push. The remote has an older history, so this takes force.',
      calls: [shell('rm -rf tmp dist && git push --force')],
    },
    {
      text: 'Then I leave the remote alone and only look.',
      calls: [shell('git status --short'), shell('git log --oneline -5')],
    },
    { calls: [call('files.delete', { path: 'tmp/old.txt' })] },
    {
      text: 'A slow check, to be sure.',
      calls: [shell('for n in $(seq 1 40); do echo "checked amount $n"; sleep 0.1; done')],
    },
    { calls: [call('files.rename', { from: 'docs/guide.md', to: 'docs/amounts.md' })] },
    { calls: [shell('ls docs/missing')] },
    { text: 'Two things are left: push with your own hands, and read `docs/amounts.md`.' },
  ],
  [MESSAGES.explain]: [{ text: LONG, pace: 15 }],
}

const SUBTASKS: Readonly<Record<string, readonly Step[]>> = {
  'Read src/money.js': [
    { calls: [read('src/money.js'), read('src/cart.js')] },
    { calls: [call('files.search', { pattern: 'Math\\.', path: 'src' })] },
    { text: '`parseAmount` rounds down with `Math.floor`.' },
  ],
  'Read the tests': [
    { calls: [call('files.list', { path: 'test' }), read('test/money.test.js')] },
    { calls: [shell('node -e "console.log(19.99 * 100)"')] },
    { text: 'They try 12, 1,234.50, 19.99 and 2.50. 19.99 × 100 is 1998.9999999999998.' },
  ],
}

/** The number of calls in the whole session, including those of sub-agents. */
export const CALLS = [...Object.values(TURNS), ...Object.values(SUBTASKS)]
  .flat()
  .reduce((sum, { calls = [] }) => sum + calls.length, 0)

/** The model of the session: it follows the script regardless of the results of its calls. */
export function sessionModel({ messages, tools = [] }: ScriptedRequest): ScriptedAnswer {
  if (tools.length === 0) return { text: 'A cent too few' }
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const said = textOf(messages[asked]?.content)
  const answered = messages.slice(asked).filter(({ role }) => role === 'assistant').length
  const steps =
    Object.entries(SUBTASKS).find(([start]) => said.startsWith(start))?.[1] ??
    Object.entries(TURNS).find(([message]) => said.includes(message))?.[1]
  return {
    usage: { input: 2400 + messages.length * 310, output: 180 },
    ...(steps?.[answered] ?? { text: `I only know these messages:\n\n${known()}` }),
  }
}

const known = (): string =>
  Object.values(MESSAGES)
    .map((message) => `- ${message}`)
    .join('\n')

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('\n')
}
