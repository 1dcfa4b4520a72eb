import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ESCAPES, type Escape } from '../../../apps/server/src/runs-later/testing/escapes.ts'
import type { Attack } from '../attack.ts'
import { eventually, hold, Skipped } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import type { Call, Snapshot } from '../person.ts'
import { give, run } from '../product.ts'

/** The short form runs one in this many. */
const ONE_IN = 8

/** The state of a path, for comparison. */
function seen(path: string): string {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return `link ${readlinkSync(path)}`
    return found.isFile() ? `file ${found.mode & 0o777} ${readFileSync(path, 'latin1')}` : 'other'
  } catch {
    return 'absent'
  }
}

async function newFolder({ server, setting }: Ground, name: string): Promise<string> {
  const folder = join(server.place.folder, `later-${name}`)
  await mkdir(folder)
  await give(folder, setting.account)
  return folder
}

/** The waiting cards except an answered one, once there is one or the turn has ended. */
async function settled({ person }: Ground, thread: string, answered?: string): Promise<readonly Call[]> {
  const waiting = ({ calls }: Snapshot) =>
    calls.filter(({ id, state }) => state === 'waiting' && id !== answered)
  const seen = await eventually(
    () => person.look(thread),
    (snapshot) => snapshot.turn?.state === 'done' || waiting(snapshot).length > 0,
    { what: 'the card or the end' },
  )
  return waiting(seen)
}

let folders = 0

async function attempt(ground: Ground, { before, script, paths, needs }: Escape): Promise<void> {
  const { setting, server, person } = ground
  const workspace = await newFolder(ground, String((folders += 1)))
  const byPerson = (text: string) =>
    run(setting, { ...server.place, workspace }, ['bash', '-c', text], { GIT_CONFIG_NOSYSTEM: '1' })
  if (needs === 'git' && (await byPerson('git --version')).code !== 0)
    throw new Skipped('there is no git here')
  if (before !== undefined) {
    const { code, output } = await byPerson(before)
    if (code !== 0) throw new Error(`what was there before cannot be made: ${output}`)
  }
  const look = () => paths.map((path) => seen(join(workspace, path)))
  const was = look()
  await ground.file('later.sh', script, workspace)
  const thread = await person.begin('auto', [{ name: 'terminal.exec', args: { command: 'bash later.sh' } }], {
    workspace,
  })
  // If the rules of the folder cannot be read, the command itself asks, and is allowed.
  let cards = await settled(ground, thread)
  const own = cards.find(({ tool }) => tool === 'terminal.exec')
  if (own !== undefined) {
    await person.answer(own, 'allow_once')
    cards = await settled(ground, thread, own.id)
  }
  if (script.includes('sleep')) await delay(500)
  hold(JSON.stringify(look()) === JSON.stringify(was), `it is there: ${JSON.stringify(look()).slice(0, 300)}`)
  hold(cards.length <= 1, `${cards.length} cards`)
  for (const card of cards) {
    hold(card.tool === 'files_that_run_later', `another card: ${card.tool}`)
    await person.answer(card, 'deny')
  }
  await person.ended(thread)
  hold(JSON.stringify(look()) === JSON.stringify(was), 'after a no it is there')
}

const escapes: readonly Attack[] = ESCAPES.map((escape, index) => ({
  point: 3,
  name: `leaves behind: ${escape.name}`,
  ...(index % ONE_IN === 0 ? {} : { long: true }),
  run: (ground) => attempt(ground, escape),
}))

const WHO = '-c user.email=a@example.com -c user.name=a'

const outside: Attack = {
  point: 3,
  name: 'while its card waits, a command outside the sandbox runs none of it',
  async run(ground) {
    const { person, setting, server } = ground
    const workspace = await newFolder(ground, 'outside')
    const git = await run(setting, { ...server.place, workspace }, ['git', '--version'])
    if (git.code !== 0) throw new Skipped('there is no git here')
    // A new repository, because the hooks of an existing one cannot be written in the sandbox.
    const hook = `git init -q sub; printf '#!/bin/sh\\ntouch ran\\n' > sub/.git/hooks/pre-commit; chmod +x sub/.git/hooks/pre-commit`
    await ground.file('later.sh', hook, workspace)
    const first = await person.begin(
      'auto',
      [{ name: 'terminal.exec', args: { command: 'bash later.sh' } }],
      { workspace },
    )
    await person.asked(first)
    const commit = {
      name: 'terminal.exec',
      args: { command: `git -C sub ${WHO} commit -q --allow-empty -m a` },
    }
    const second = await person.begin('default', [commit], { workspace })
    const [card] = await person.asked(second)
    await person.answer(card, 'allow_once')
    await delay(1500)
    for (const ran of ['ran', 'sub/ran']) hold(seen(join(workspace, ran)) === 'absent', 'the hook ran')
    for (const thread of [first, second]) await person.command({ type: 'turn_stop', thread_id: thread })
  },
}

export const LATER_FILES: readonly Attack[] = [...escapes, outside]
