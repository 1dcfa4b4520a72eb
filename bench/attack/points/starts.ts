import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAMAGED } from '../../../apps/server/src/testing/damaged-files.ts'
import type { Attack } from '../attack.ts'
import { eventually, hold } from '../outcome.ts'
import { processes } from '../processes.ts'
import { CLI, NODE, Product, run, type Place } from '../product.ts'

const noDatabaseLeft = async ({ home }: Place) =>
  eventually(
    () => processes('postgres', join(home, 'postgres')),
    (left) => left.length === 0,
    { within: 60_000, what: 'the end of PostgreSQL' },
  )

/** Checks that no line is part of a stack trace. */
function isSentence(output: string): boolean {
  return !/^\s+at .+:\d+/m.test(output)
}

const damaged: Attack = {
  point: 14,
  name: 'starts on damaged files: a sentence that names the file, and no PostgreSQL left',
  minutes: 5,
  async run(ground) {
    const place = await ground.newPlace()
    const first = await ground.start({}, place)
    await first.kill('SIGTERM')
    for (const [name, text, words] of ground.short ? DAMAGED.slice(0, 1) : DAMAGED) {
      const path = join(place.home, name)
      const bytes = await readFile(path)
      await writeFile(path, text)
      const { code, output } = await Product.begin(ground.setting, place).ended
      await writeFile(path, bytes)
      hold(code !== 0 && output.includes(words) && isSentence(output), `${name}: ${code} ${output}`)
      await noDatabaseLeft(place)
    }
  },
}

const others: readonly Attack[] = [
  {
    point: 14,
    name: 'the command line with a bad token file says a sentence',
    long: true,
    async run(ground) {
      const server = await ground.start()
      await writeFile(join(server.place.home, 'token'), 'not a token')
      const { code, output } = await run(ground.setting, server.place, [NODE, CLI, 'approvals', 'list'])
      hold(code !== 0 && /token/.test(output) && isSentence(output), `${code} ${output}`)
      await server.kill('SIGTERM')
    },
  },
  {
    point: 14,
    name: 'a folder and files of the gate that others can open are warned of',
    async run(ground) {
      const place = await ground.newPlace()
      const first = await ground.start({}, place)
      await first.kill('SIGTERM')
      await chmod(join(place.home, 'token'), 0o644)
      await chmod(place.home, 0o777)
      const second = await ground.start({}, place)
      await eventually(
        () => Promise.resolve(second.output),
        (output) =>
          output.includes(`chmod go-rw ${place.home}\``) &&
          output.includes(`chmod go-rw ${join(place.home, 'token')}\``),
        { within: 10_000, what: 'the warning' },
      )
      await second.kill('SIGTERM')
    },
  },
]

export const STARTS: readonly Attack[] = [damaged, ...others]
