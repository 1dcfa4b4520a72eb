import { copyFile, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { NO_TMUX, Terminal } from '../../../apps/cli/src/testing/tmux.ts'
import type { Attack } from '../attack.ts'
import { hold, Skipped } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import type { Person } from '../person.ts'
import { CLI, environment, NODE } from '../product.ts'

const isRoot = process.getuid?.() === 0

/** A Node whose processes the server cannot inspect: another user's, or one that is executable but not readable. */
async function unseenNode({ setting, server }: Ground): Promise<string> {
  if (isRoot && setting.account.uid === undefined)
    throw new Skipped('a server of root can look at every process')
  if (isRoot) return NODE
  const copy = join(server.place.folder, 'unseen-node')
  await copyFile(NODE, copy)
  await chmod(copy, 0o111)
  return copy
}

/** A shell in a real terminal. */
function shell({ setting, server }: Ground): Promise<Terminal> {
  return Terminal.open({
    program: ['bash', '--norc', '--noprofile'],
    args: [],
    cwd: server.place.workspace,
    env: { ...environment(setting, server.place), PS1: '> ' },
    columns: 150,
    rows: 50,
  })
}

let commands = 0

/** Types a command and reads the screen once it has ended. */
async function typed(terminal: Terminal, command: string): Promise<string> {
  const mark = `ended-${(commands += 1)}`
  await terminal.type(`clear; ${command}; echo ${mark.replace('-', '""-')}`)
  await terminal.press('Enter')
  return terminal.until(mark)
}

async function card(person: Person): Promise<{ readonly thread: string; readonly call: string }> {
  const thread = await person.begin('auto', [
    { name: 'terminal.exec', args: { command: 'git push --force origin main' } },
  ])
  const [found] = await person.asked(thread)
  return { thread, call: found?.id ?? '' }
}

const Made = z.object({ code: z.string() })
const Listed = z.object({ sessions: z.array(z.object({ id: z.string(), kind: z.string() })) })

export const TERMINAL_CODE: readonly Attack[] = [
  {
    point: 2,
    anywhere: true,
    name: 'where the peer cannot be known, a terminal answers only after a code of the page, once per terminal (tmux)',
    async run(ground) {
      if (NO_TMUX !== null) throw new Skipped(NO_TMUX)
      const { person } = ground
      const countersign = `'${await unseenNode(ground)}' '${CLI}'`
      const [one, other] = [await shell(ground), await shell(ground)]
      try {
        const first = await card(person)
        const answer = `${countersign} approvals deny ${first.call}`
        const refused = await typed(one, answer)
        hold(refused.includes('countersign sign-in'), `it does not ask for a code: ${refused}`)
        hold((await person.stateOf(first.thread, first.call)) === 'waiting', 'it answered without a code')
        hold(
          !(await typed(one, `${countersign} sign-in wrong`)).includes('is signed in'),
          'a wrong code signs in',
        )
        const { code } = Made.parse(await (await person.send('POST', '/api/session/codes', {})).json())
        const said = await typed(one, `${countersign} sign-in ${code}`)
        hold(said.includes('This terminal is signed in'), `the code is not taken: ${said}`)
        const answered = await typed(one, answer)
        hold(answered.includes('Denied'), `the signed-in terminal cannot answer: ${answered}`)
        const second = await card(person)
        const again = `${countersign} approvals deny ${second.call}`
        const elsewhere = await typed(other, again)
        hold(elsewhere.includes('countersign sign-in'), `another terminal needs no code: ${elsewhere}`)
        hold(
          !(await typed(other, `${countersign} sign-in ${code}`)).includes('is signed in'),
          'the code counts twice',
        )
        hold((await person.stateOf(second.thread, second.call)) === 'waiting', 'another terminal answered')
        const { sessions } = Listed.parse(await person.get('/api/sessions'))
        for (const { id, kind } of sessions)
          if (kind === 'terminal') await person.send('DELETE', `/api/sessions/${id}`)
        hold(
          (await typed(one, again)).includes('countersign sign-in'),
          'a terminal that was signed out answers',
        )
        hold(
          (await person.stateOf(second.thread, second.call)) === 'waiting',
          'it answered after it was signed out',
        )
      } finally {
        await one.close()
        await other.close()
      }
    },
  },
]
