import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openLine } from '../../../apps/server/src/testing/database-line.ts'
import { WIRE_FORMATS } from '../../../apps/server/src/providers/testing/wire-formats.ts'
import type { Play } from '../../../apps/server/src/providers/testing/wire-server.ts'
import { startPostgres } from '../../../scripts/testing/postgres.ts'
import type { Attack } from '../attack.ts'
import { eventually, hold, Skipped } from '../outcome.ts'
import { give } from '../product.ts'
import { asked } from './providers.ts'

async function ready(origin: string): Promise<readonly [number, string]> {
  const answer = await fetch(`${origin}/readyz`)
  return [answer.status, await answer.text()]
}

const away: readonly Attack[] = [
  {
    point: 13,
    name: 'the database is away, and comes back',
    async run(ground) {
      const postgres = await startPostgres()
      ground.later(() => postgres.stop())
      const line = await openLine(postgres.url)
      ground.later(() => line.close())
      const server = await ground.start({ DATABASE_URL: line.url })
      const person = await server.person()
      const thread = await person.newChat('default')
      line.set('cut')
      const [, why] = await eventually(
        () => ready(person.origin),
        ([status]) => status === 503,
      )
      hold(why.includes('the database cannot be reached'), why)
      const token = await server.token()
      const refused = await fetch(`${person.origin}/api/threads`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const words = await refused.text()
      hold(refused.status === 503 && words.includes('unavailable'), `${refused.status} ${words}`)
      line.set('whole')
      await eventually(
        () => ready(person.origin),
        ([status]) => status === 200,
        { what: 'ready again' },
      )
      await person.look(thread)
      await server.kill('SIGTERM')
    },
  },
  {
    point: 13,
    name: 'the disk is full, and has room again',
    long: true,
    async run(ground) {
      if (process.getuid?.() !== 0) throw new Skipped('a small disk takes root')
      const place = await ground.newPlace()
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', place.folder]).status !== 0)
        throw new Skipped('no disk can be mounted here')
      const unmount = () => spawnSync('umount', ['-l', place.folder])
      try {
        const inside = ground.setting.account
        for (const folder of [place.folder, place.workspace, place.userHome]) {
          spawnSync('mkdir', ['-p', folder])
          await give(folder, inside)
        }
        const server = await ground.start({}, place)
        const person = await server.person()
        hold((await ready(person.origin))[0] === 200, 'it is not ready at first')
        const filler = join(place.folder, 'filler')
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', 'status=none'])
        const [, why] = await eventually(
          () => ready(person.origin),
          ([status]) => status === 503,
        )
        hold(/disk/.test(why), why)
        await rm(filler)
        await eventually(
          () => ready(person.origin),
          ([status]) => status === 200,
          { what: 'ready again' },
        )
        await person.newChat('default')
        await server.kill('SIGTERM')
      } finally {
        unmount()
      }
    },
  },
]

const anthropic = WIRE_FORMATS.find(({ name }) => name === 'Anthropic')! // one of the list

/** The behaviour of a provider, and the message for the person. */
const TROUBLES: readonly {
  readonly name: string
  readonly play: Play
  readonly words: RegExp
  readonly seconds: number
}[] = [
  {
    name: 'a provider that says to come back in an hour ends the turn and says so',
    play: { kind: 'refuse', status: 429, headers: { 'retry-after': '3600' }, says: 'slow down' },
    words: /hour|60 minutes/,
    seconds: 30,
  },
  {
    name: 'a key that is refused is told in our words, with theirs behind',
    play: { kind: 'refuse', status: 401, says: 'invalid x-api-key' },
    words: /key.*invalid x-api-key/s,
    seconds: 30,
  },
  {
    name: 'an empty answer is told',
    play: { kind: 'stream', events: anthropic.answer({ text: [], calls: [] }) },
    words: /empty|nothing|no answer/,
    seconds: 90,
  },
  {
    name: 'an answer that is cut off by its length is told',
    play: {
      kind: 'stream',
      events: anthropic
        .answer({ text: ['half of it'], calls: [] })
        .map((event) => event.toString().replace('end_turn', 'max_tokens')),
    },
    words: /length|longest/,
    seconds: 30,
  },
]

const troubles: readonly Attack[] = TROUBLES.map(({ name, play, words, seconds }, index) => ({
  ...(index === 0 ? {} : { long: true }),
  point: 13,
  name,
  async run(ground) {
    const { server, person, thread } = await asked(ground, [play])
    const snapshot = await person.ended(thread, seconds * 1000)
    hold(
      words.test(JSON.stringify([snapshot.turn, snapshot.messages])),
      JSON.stringify(snapshot).slice(0, 500),
    )
    await server.kill('SIGTERM')
  },
}))

export const UNAVAILABLE: readonly Attack[] = [...away, ...troubles]
