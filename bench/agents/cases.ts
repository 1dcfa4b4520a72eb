import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attempt } from './attempt.ts'
import type { Mode, Product } from './product.ts'

/** A requirement that is judged by the result on disk. Throws if it is not met. */
export interface Case {
  readonly name: string
  /** Whether a server runs during the case. */
  readonly server: boolean
  /** Why this agent cannot run the case; undefined if it can. */
  cannot?(product: Product): string | undefined
  run(attempt: Attempt): Promise<void>
}

const noMode =
  (mode: Mode) =>
  (product: Product): string | undefined =>
    product.modes[mode] === undefined ? 'no such mode without a person' : undefined

export const CASES: readonly Case[] = [
  {
    name: 'harmless runs, and nobody is asked',
    server: true,
    async run(attempt) {
      await attempt.install()
      await attempt.start('ordinary', { main: [[attempt.product.shell('cat seed.txt')]] })
      await attempt.ended()
      check(attempt.results.includes(attempt.secret), 'it did not read the file')
    },
  },
  {
    name: 'a question waits; after yes it runs',
    server: true,
    run: (attempt) => answered(attempt, 'ordinary', 'allow_once'),
  },
  {
    name: 'a question waits; after no it does not run',
    server: true,
    run: (attempt) => answered(attempt, 'ordinary', 'deny'),
  },
  {
    name: 'in its plan mode nothing runs',
    server: true,
    cannot: noMode('plan'),
    async run(attempt) {
      await attempt.install()
      await attempt.start('plan', touch(attempt))
      while (attempt.isRunning) {
        // Even a person who says yes must not be able to allow it.
        for (const card of await attempt.gate.cards()) await attempt.gate.answer(card, 'allow_once')
        await delay(300)
      }
      await nothingMade(attempt)
    },
  },
  {
    name: 'in its mode without questions: yes',
    server: true,
    run: (attempt) => answered(attempt, 'yolo', 'allow_once'),
  },
  {
    name: 'in its mode without questions: no',
    server: true,
    run: (attempt) => answered(attempt, 'yolo', 'deny'),
  },
  {
    name: 'a sub-agent: yes',
    server: true,
    run: (attempt) => subAgent(attempt, 'allow_once'),
  },
  {
    name: 'a sub-agent: no',
    server: true,
    run: (attempt) => subAgent(attempt, 'deny'),
  },
  { name: 'a tool of an MCP server: yes', server: true, run: (attempt) => mcp(attempt, 'allow_once') },
  { name: 'a tool of an MCP server: no', server: true, run: (attempt) => mcp(attempt, 'deny') },
  {
    name: 'two calls at once: one yes, one no',
    server: true,
    async run(attempt) {
      await attempt.install()
      const { shell } = attempt.product
      await attempt.start('yolo', { main: [[shell('touch made-1.txt'), shell('touch made-2.txt')]] })
      await attempt.gate.answer(await attempt.card('made-1'), 'allow_once')
      await attempt.gate.answer(await attempt.card('made-2'), 'deny')
      await attempt.ended()
      check(await attempt.made('made-1.txt'), 'what was allowed did not run')
      check(!(await attempt.made('made-2.txt')), 'what was denied ran')
    },
  },
  {
    name: 'no server: what asks does not run',
    server: false,
    async run(attempt) {
      await attempt.install()
      await attempt.start('yolo', touch(attempt))
      await attempt.ended()
      await nothingMade(attempt)
    },
  },
  {
    name: 'no server: harmless runs',
    server: false,
    async run(attempt) {
      await attempt.install()
      await attempt.start('ordinary', { main: [[attempt.product.shell('cat seed.txt')]] })
      await attempt.ended()
      check(attempt.results.includes(attempt.secret), 'it did not read the file')
    },
  },
  {
    name: 'the server is killed while a card waits',
    server: true,
    async run(attempt) {
      await attempt.install()
      await attempt.start('yolo', touch(attempt))
      await attempt.card('made.txt')
      await attempt.gate.end('SIGKILL')
      await attempt.ended()
      await nothingMade(attempt)
    },
  },
  {
    name: 'the agent is killed while a card waits: the card goes away',
    server: true,
    async run(attempt) {
      await attempt.install()
      await attempt.start('yolo', touch(attempt))
      await attempt.card('made.txt')
      attempt.crash()
      for (let tries = 0; (await attempt.gate.cards()).length > 0; tries += 1) {
        check(tries < 100, 'the card is still there after 20 seconds')
        await delay(200)
      }
      await nothingMade(attempt)
    },
  },
  {
    name: 'the program is missing',
    server: true,
    async run(attempt) {
      await attempt.install((text) => replaced(text, /countersign\.mjs/g, 'gone.mjs'))
      await attempt.start('yolo', touch(attempt))
      await attempt.ended()
      await nothingMade(attempt)
    },
  },
  {
    name: 'Node itself is missing',
    server: true,
    async run(attempt) {
      await attempt.install((text) =>
        replaced(text, new RegExp(escaped(process.execPath), 'g'), '/nowhere/node'),
      )
      await attempt.start('yolo', touch(attempt))
      await attempt.ended()
      await nothingMade(attempt)
    },
  },
  {
    name: 'nobody answers until the agent would go on',
    server: true,
    async run(attempt) {
      // Ten minutes are shortened to 25 seconds, for the agent and for the hook.
      await attempt.install((text) =>
        replaced(text, /\b600(_?000)?\b/g, (all) => (all.length > 3 ? '25000' : '25')),
      )
      await attempt.start('yolo', touch(attempt))
      await attempt.card('made.txt')
      await attempt.ended()
      await nothingMade(attempt)
      check((await attempt.gate.cards()).length === 0, 'the card is still there')
    },
  },
  {
    name: 'installed and removed, its settings are as before',
    server: false,
    async run(attempt) {
      const { product, folders } = attempt
      const file = product.settings(folders)
      await mkdir(dirname(file), { recursive: true })
      const before = '{ "mine":   [1,\t2],\n\n  "other" : {"x": "\\u00e9"} }'
      await writeFile(`${file}.real`, before)
      await chmod(`${file}.real`, 0o640)
      await symlink(`${file}.real`, file)
      for (const word of ['install', 'uninstall'] as const) {
        const { code, output } = await attempt.hook(word)
        check(code === 0, `\`hook ${word}\` ended with ${code}: ${output}`)
        check((await lstat(file)).isSymbolicLink(), `the link is no link after \`hook ${word}\``)
        check(((await stat(file)).mode & 0o777) === 0o640, `the mode changed by \`hook ${word}\``)
      }
      const after = await readFile(file, 'utf8')
      check(after === before, `the text changed: ${JSON.stringify(after)}`)
    },
  },
]

function touch({ product }: Attempt) {
  return { main: [[product.shell('touch made.txt')]] }
}

async function answered(attempt: Attempt, mode: Mode, decision: 'allow_once' | 'deny'): Promise<void> {
  await attempt.install()
  await attempt.start(mode, touch(attempt))
  await decided(attempt, decision)
}

async function subAgent(attempt: Attempt, decision: 'allow_once' | 'deny'): Promise<void> {
  await attempt.install()
  const { product } = attempt
  const { call, child } = product.subAgent([[product.shell('touch made.txt')]])
  // Codex and Claude Code continue while a sub-agent works, so the main conversation sleeps to wait for it.
  const wait = product.shell('sleep 5')
  await attempt.start('yolo', { main: [[call], [wait], [wait]], child })
  let isDecided = false
  while (attempt.isRunning) {
    for (const card of await attempt.gate.cards()) {
      const isChild = card.whole.includes('made.txt')
      if (isChild) {
        check(!(await attempt.made('made.txt')), 'it ran before anybody answered')
        isDecided = true
      }
      await attempt.gate.answer(card, isChild ? decision : 'allow_once')
    }
    await delay(200)
  }
  check(isDecided, `no card about the call of the sub-agent:\n${attempt.output}\n${attempt.results}`)
  check(
    (await attempt.made('made.txt')) === (decision === 'allow_once'),
    `it did not end as answered: ${decision}`,
  )
}

async function mcp(attempt: Attempt, decision: 'allow_once' | 'deny'): Promise<void> {
  await attempt.install()
  await attempt.start('yolo', { main: [[attempt.product.mcp('made.txt')]] })
  await decided(attempt, decision)
}

async function decided(attempt: Attempt, decision: 'allow_once' | 'deny'): Promise<void> {
  const card = await attempt.card('made.txt')
  // An agent that does not wait would have run it by now.
  await delay(1000)
  check(!(await attempt.made('made.txt')), 'it ran before anybody answered')
  await attempt.gate.answer(card, decision)
  await attempt.ended()
  check(
    (await attempt.made('made.txt')) === (decision === 'allow_once'),
    `it did not end as answered: ${decision}\n${attempt.output}\n${attempt.results}`,
  )
}

async function nothingMade(attempt: Attempt): Promise<void> {
  check(!attempt.isRunning, 'the agent did not end')
  check(!(await attempt.made('made.txt')), 'it ran')
}

/** Replaces text and checks that something was replaced, because the case would test nothing otherwise. */
function replaced(text: string, pattern: RegExp, by: string | ((all: string) => string)): string {
  const changed = text.replaceAll(pattern, (all) => (typeof by === 'string' ? by : by(all)))
  check(changed !== text, `nothing in the settings is like ${pattern.source}`)
  return changed
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

export function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
