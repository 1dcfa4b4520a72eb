import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Attack } from '../attack.ts'
import { hold } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import type { Call } from '../person.ts'

const edit = (path: string, old_text: string, new_text: string) => ({
  name: 'files.edit',
  args: { path, edits: [{ old_text, new_text }] },
})

/** Lets two threads act at the same moment. */
async function both({ person }: Ground, one: object, two: object): Promise<readonly (Call | undefined)[]> {
  const threads = await Promise.all([person.newChat('auto'), person.newChat('auto')])
  await Promise.all(
    [one, two].map((call, index) => person.say(threads[index] ?? '', JSON.stringify({ calls: [call] }))),
  )
  const ended = await Promise.all(threads.map((thread) => person.ended(thread)))
  return ended.map(({ calls }) => calls[0])
}

const read = ({ server }: Ground, name: string) => readFile(join(server.place.workspace, name), 'utf8')

const twoChats: readonly Attack[] = [
  {
    point: 5,
    name: 'two chats edit two lines of one file within a moment',
    minutes: 5,
    async run(ground) {
      for (let round = 0; round < (ground.short ? 4 : 40); round += 1) {
        const name = `both-${round}.txt`
        await ground.file(name, 'alpha\nmiddle\nomega\n')
        const ended = await both(ground, edit(name, 'alpha', 'ALPHA'), edit(name, 'omega', 'OMEGA'))
        const text = await read(ground, name)
        const states = ended.map((call) => call?.state).join(', ')
        hold(text === 'ALPHA\nmiddle\nOMEGA\n', `round ${round}: ${JSON.stringify(text)}; ${states}`)
        hold(states === 'succeeded, succeeded', `round ${round}: ${states}`)
      }
    },
  },
  {
    point: 5,
    name: 'two chats edit one line: one is done, and the other says that it is not',
    minutes: 5,
    async run(ground) {
      for (let round = 0; round < (ground.short ? 4 : 40); round += 1) {
        const name = `line-${round}.txt`
        await ground.file(name, 'alpha\nmiddle\n')
        const ended = await both(ground, edit(name, 'alpha', 'one'), edit(name, 'alpha', 'two'))
        const done = ended.filter((call) => call?.state === 'succeeded')
        hold(done.length === 1, `round ${round}: ${done.length} say that they are done`)
        const text = await read(ground, name)
        hold(text === `${done[0] === ended[0] ? 'one' : 'two'}\nmiddle\n`, `round ${round}: ${text}`)
        const other = ended.find((call) => call?.state !== 'succeeded')
        hold(['stale', 'no_match'].includes(other?.error_code ?? ''), `round ${round}: ${other?.error_code}`)
      }
    },
  },
  {
    point: 5,
    name: 'a file under its other name (a link) is the same file',
    async run(ground) {
      const { symlink } = await import('node:fs/promises')
      await ground.file('real.txt', 'alpha\nomega\n')
      await symlink('real.txt', join(ground.server.place.workspace, 'other.txt'))
      const ended = await both(
        ground,
        edit('real.txt', 'alpha', 'ALPHA'),
        edit('other.txt', 'omega', 'OMEGA'),
      )
      const text = await read(ground, 'real.txt')
      for (const [index, word] of ['ALPHA', 'OMEGA'].entries())
        hold(ended[index]?.state !== 'succeeded' || text.includes(word), `${word} is gone: ${text}`)
    },
  },
]

const LINES = 'one\ntwo\nthree\nfour\n'

const oneStep: readonly Attack[] = [
  {
    point: 6,
    name: 'four edits of one file in one step, where nobody is asked',
    minutes: 5,
    async run(ground) {
      for (let round = 0; round < (ground.short ? 3 : 20); round += 1) {
        const name = `step-${round}.txt`
        await ground.file(name, LINES)
        const calls = [
          edit(name, 'one', '1'),
          edit(name, 'two', '2'),
          edit(name, '1\n2', '1, 2'),
          edit(name, 'four', '4'),
        ]
        const { calls: made } = await ground.person.ended(await ground.person.begin('auto', calls))
        const text = await read(ground, name)
        hold(
          text === '1, 2\nthree\n4\n',
          `round ${round}: ${JSON.stringify(text)}; ${made.map(({ state }) => state).join(', ')}`,
        )
      }
    },
  },
  {
    point: 6,
    name: 'four cards of one file, answered in another order, one with a no',
    async run(ground) {
      const { person } = ground
      await ground.file('cards.txt', LINES)
      const calls = ['one', 'two', 'three', 'four'].map((line) => edit('cards.txt', line, line.toUpperCase()))
      const thread = await person.begin('default', calls)
      const cards = await person.asked(thread, 4)
      for (const [index, decision] of [
        [3, 'allow_once'],
        [1, 'deny'],
        [0, 'allow_once'],
        [2, 'allow_once'],
      ] as const)
        await person.answer(cards[index], decision)
      await person.ended(thread)
      const text = await read(ground, 'cards.txt')
      hold(text === 'ONE\ntwo\nTHREE\nFOUR\n', text)
    },
  },
]

const backups: readonly Attack[] = (
  [
    ['a file of someone else', 'mine.txt', 'my work\n'],
    ['a compressed file of someone else', 'mine.gz', gzipSync('{"hello":1}\n')],
    ['an empty file', 'empty', ''],
  ] as const
)
  .map(([what, name, content]): Attack => ({
    point: 9,
    name: `a backup over ${what}`,
    async run(ground) {
      const file = await ground.file(name, '')
      await writeFile(file, content)
      const answer = await ground.person.send('POST', '/api/backup', { file })
      hold(!answer.ok, `it was written: ${answer.status}`)
      hold((await readFile(file)).equals(Buffer.from(content)), 'the file is another')
    },
  }))
  .concat(
    ['token', 'rules', 'secret-key', 'postgres/data/x.backup'].map((name) => ({
      point: 9,
      name: `a backup over the gate’s own ${name}`,
      async run({ person, server }) {
        const file = join(server.place.home, name)
        const before = await readFile(file).catch(() => undefined)
        const answer = await person.send('POST', '/api/backup', { file })
        hold(!answer.ok, `it was written: ${answer.status}`)
        const after = await readFile(file).catch(() => undefined)
        hold(
          before === undefined ? after === undefined : after?.equals(before) === true,
          'the file is another',
        )
      },
    })),
    {
      point: 9,
      name: 'a backup over rules of a project; over its own older one it works',
      async run({ person, server }) {
        const rules = join(server.place.workspace, '.countersign', 'rules')
        hold(
          !(await person.send('POST', '/api/backup', { file: rules })).ok,
          'rules of a project were written',
        )
        const file = join(server.place.workspace, 'daily.backup')
        for (let day = 0; day < 2; day += 1) {
          const answer = await person.send('POST', '/api/backup', { file })
          hold(answer.ok, `the person gets no backup: ${answer.ok ? '' : await answer.text()}`)
        }
        hold((await stat(file)).size > 0, 'it is empty')
      },
    },
  )

export const WRITES: readonly Attack[] = [...twoChats, ...oneStep, ...backups]
