import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attempt } from './attempt.ts'
import { check, type Case } from './cases.ts'
import { listHooks, turnWithPerson } from './codex-server.ts'
import type { ScriptedCall } from './model-server.ts'

const command = (input: Readonly<Record<string, unknown>>): ScriptedCall => ({ tool: 'exec_command', input })

/** Cases for behaviour that only Codex has. */
export const CODEX_CASES: readonly Case[] = [
  {
    name: 'Codex asks by two hooks: one yes, one card',
    server: true,
    async run(attempt) {
      const outside = join(attempt.folders.home, 'made.txt')
      await attempt.install()
      await attempt.model({
        main: [
          [
            command({
              cmd: `touch ${outside}`,
              sandbox_permissions: 'require_escalated',
              justification: 'try',
            }),
          ],
        ],
      })
      const { cards, questions } = await withCards(attempt, () => 'allow_once')
      check(cards === 1, `${cards} cards`)
      check(questions === 0, 'Codex asked its person once more')
      check(await attempt.made('../home/made.txt'), 'what was allowed did not run')
    },
  },
  {
    name: 'Codex: a pager in a terminal asks, without one it does not',
    server: true,
    async run(attempt) {
      await attempt.install()
      await attempt.start('yolo', {
        main: [[command({ cmd: 'less seed.txt' })], [command({ cmd: 'less seed.txt', tty: true })]],
      })
      const card = await attempt.card('less seed.txt')
      check(attempt.results.includes(attempt.secret), 'the first one did not run')
      check(card.title.includes('not seen'), `the card says: ${card.title}`)
      await attempt.gate.answer(card, 'deny')
      await attempt.ended()
    },
  },
  {
    name: 'Codex: a shell that is typed into cannot be started without a yes',
    server: true,
    async run(attempt) {
      await attempt.install()
      await attempt.start('yolo', {
        main: [
          [command({ cmd: 'bash --norc -i', tty: true, yield_time_ms: 1000 })],
          [{ tool: 'write_stdin', input: { session_id: '{{session}}', chars: 'touch made.txt\n' } }],
        ],
      })
      await attempt.gate.answer(await attempt.card('bash --norc'), 'deny')
      await attempt.ended()
      check(!(await attempt.made('made.txt')), 'what was typed ran')
    },
  },
  {
    name: "Codex: a project's rules hold where the model chooses another folder",
    server: true,
    async run(attempt) {
      await mkdir(join(attempt.folders.work, '.countersign'))
      await writeFile(join(attempt.folders.work, '.countersign/rules'), 'deny terminal.exec(cat *)\n')
      await mkdir(join(attempt.folders.work, 'sub'))
      await attempt.install()
      await attempt.start('yolo', { main: [[command({ cmd: 'cat ../seed.txt', workdir: 'sub' })]] })
      await attempt.ended()
      check(!attempt.results.includes(attempt.secret), 'the rule did not hold')
    },
  },
  {
    name: 'Codex forgets its trust when the command changes, and says so when it is asked',
    server: true,
    async run(attempt) {
      await attempt.install()
      await attempt.model({ main: [] })
      const before = await listHooks(attempt.program, attempt.folders)
      check(
        before.length > 0 && before.every(({ trustStatus }) => trustStatus === 'trusted'),
        'it is not trusted',
      )
      const file = attempt.product.hookFile(attempt.folders)
      await appendFile(file, '\n')
      const same = await listHooks(attempt.program, attempt.folders)
      check(
        same.every(({ trustStatus }) => trustStatus === 'trusted'),
        'a line break alone made it forget',
      )
      await attempt.install((text) => text.replaceAll('--timeout 600', '--timeout 601'))
      const after = await listHooks(attempt.program, attempt.folders)
      check(
        after.every(({ trustStatus }) => trustStatus !== 'trusted'),
        'it still trusts another command',
      )
    },
  },
]

/** A Codex turn with a person who denies everything that Codex itself asks; cards are answered here. */
async function withCards(
  attempt: Attempt,
  answer: () => 'allow_once' | 'deny',
): Promise<{ readonly cards: number; readonly questions: number }> {
  let cards = 0
  let isOver = false
  const answering = (async () => {
    while (!isOver) {
      for (const card of await attempt.gate.cards()) {
        cards += 1
        await attempt.gate.answer(card, answer())
      }
      await delay(200)
    }
  })()
  try {
    const questions = await turnWithPerson(
      attempt.program,
      attempt.folders,
      '[script:main] go',
      () => 'decline',
    )
    return { cards, questions: questions.length }
  } finally {
    isOver = true
    await answering
  }
}
