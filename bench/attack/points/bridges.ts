import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../../../scripts/testing/postgres.ts'
import type { Attack } from '../attack.ts'
import { eventually, hold, Skipped } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import { processes } from '../processes.ts'
import { Product, type Place } from '../product.ts'

const bridgesOf = ({ folder }: Place) => processes(`UNIX-LISTEN:${folder}`)

function needsBridges({ setting }: Ground): void {
  if (!setting.sandbox) throw new Skipped('there are no bridges without a sandbox')
}

export const BRIDGES: readonly Attack[] = [
  {
    point: 14,
    name: 'bridges carry nothing of the server’s environment',
    long: true,
    async run(ground) {
      needsBridges(ground)
      const place = await ground.newPlace()
      const server = await ground.start({ TMPDIR: place.folder, SOME_SECRET: 'sk-not-for-bridges' }, place)
      const person = await server.person()
      await ground.agentRuns('true', { at: { person, place } })
      const found = await bridgesOf(place)
      hold(found.length > 0, 'there are no bridges to look at')
      for (const pid of found) {
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
        const more = environment.split('\0').filter((one) => one !== '' && !one.startsWith('PATH='))
        hold(more.length === 0, more.join(' '))
      }
      await server.kill('SIGTERM')
    },
  },
  {
    point: 14,
    name: 'kills of the server at any moment leave no bridge (20, in the long form 200)',
    minutes: 30,
    async run(ground) {
      needsBridges(ground)
      const place = await ground.newPlace()
      // An existing database, because the test is about the bridges.
      const postgres = await startPostgres()
      ground.later(() => postgres.stop())
      const env = { TMPDIR: place.folder, DATABASE_URL: postgres.url }
      let seen = 0
      for (let kill = 0; kill < (ground.short ? 20 : 200); kill += 1) {
        const server = await Product.start(ground.setting, place, env)
        // The first request about the sandbox opens it.
        const headers = { authorization: `Bearer ${await server.token()}` }
        const opened = fetch(`${await server.origin()}/api/status`, { headers }).catch(() => undefined)
        // Every third kill happens when all bridges are up; the others happen during startup.
        if (kill % 3 === 0) await opened
        else await delay((kill % 10) * 20)
        seen += (await bridgesOf(place)).length
        await server.kill(kill % 2 === 0 ? 'SIGKILL' : 'SIGABRT')
        // Any process that names the folder, including those that probe the sandbox.
        await eventually(
          () => processes(place.folder),
          (left) => left.length === 0,
          { within: 5_000, what: `the end of bridges after kill ${kill}` },
        )
      }
      hold(seen > 0, 'no bridge was ever seen')
      const last = await ground.start(env, place)
      await last.kill('SIGTERM')
    },
  },
]
