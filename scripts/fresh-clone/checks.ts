import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { capture } from '../lib/spawn.mjs'
import type { Person } from './person.ts'
import { pageAnswers, socketAnswers, socketRefusesStrangers } from './probes.ts'
import { npmStart, type Start } from './start.ts'

/** An untouched clone, a person, and a folder for their data. */
export interface Place {
  readonly clone: string
  readonly data: string
  readonly person: Person
}

/** A requirement for a clone. Throws if it is not met. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
}

const STOP_LIMIT_MS = 5_000
// This takes a few seconds on a quiet machine, but other tests may be running.
const SECOND_START_LIMIT_MS = 30_000

/** Requirements for every clone, in this order: the later ones need the first to have installed and built. */
export function cheapChecks({ clone, data, person }: Place): Check[] {
  let first: Start
  const as = (what: string) => `${person.name}: ${what}`
  return [
    {
      name: as('npm start in a bare clone prints an address'),
      run: async () => {
        first = npmStart(clone, person, { home: join(data, 'one'), args: ['--port', '0'] })
        await first.address
      },
    },
    { name: as('the page answers'), run: async () => pageAnswers(await first.address) },
    { name: as('the socket answers'), run: async () => socketAnswers(await first.address) },
    {
      name: as('the socket refuses strangers'),
      run: async () => socketRefusesStrangers(await first.address),
    },
    { name: as('SIGTERM ends it within 5 s with 0'), run: () => endsWell(first) },
  ]
}

/** Further requirements that take longer to check. `cheapChecks` must have passed. */
export function furtherChecks({ clone, data, person }: Place): Check[] {
  let second: Start
  const home = join(data, 'one')
  const as = (what: string) => `${person.name}: ${what}`
  const says = async (program: string, args: readonly string[]): Promise<string> => {
    const { uid, gid, env } = person
    const account = uid === undefined || gid === undefined ? {} : { uid, gid }
    const { code, output } = await capture(program, args, { cwd: clone, env, ...account })
    assert.equal(code, 0, output)
    return output
  }
  return [
    {
      name: as('the second start takes seconds and builds nothing'),
      run: async () => {
        second = npmStart(clone, person, { home, args: ['--port', '0'] })
        const took = await second.tookMs
        assert.ok(took < SECOND_START_LIMIT_MS, `it took ${took} ms`)
        assert.doesNotMatch(second.output(), /Installing|Building/)
      },
    },
    {
      name: as('a start on the same data folder says where the running one is'),
      run: async () => {
        const address = await second.address
        const again = await npmStart(clone, person, { home, args: ['--port', '0'] }).ended
        assert.ok(again.output.includes(address.origin), again.output)
        assert.equal(again.code, 0)
      },
    },
    {
      name: as('`npx countersign explain` answers'),
      run: async () => {
        const output = await says('npx', ['countersign', 'explain', 'git push', '--mode', 'auto'])
        assert.match(output, /run|ask|block/)
      },
    },
    {
      name: as("a newcomer's first test run ends with its counts"),
      run: async () => {
        const output = await says('npm', ['test', '--', 'packages/policy/src/decide'])
        assert.match(output, /^[1-9]\d* passed, 0 failed$/m)
      },
    },
    { name: as('it ends well again'), run: () => endsWell(second) },
    {
      name: as('a port that is taken gets one sentence'),
      run: async () => {
        const taken = createServer().listen(0, '127.0.0.1')
        await new Promise((resolve) => taken.once('listening', resolve))
        const { port } = taken.address() as AddressInfo // it listens on a port, not on a path
        const start = npmStart(clone, person, { home: join(data, 'two'), args: ['--port', String(port)] })
        await refuses(start, String(port))
        taken.close()
      },
    },
    {
      name: as('a data folder that cannot be written gets one sentence'),
      run: async () => {
        mkdirSync(data, { recursive: true })
        // Root may write anywhere, but not below a file.
        writeFileSync(join(data, 'a-file'), '')
        await refuses(
          npmStart(clone, person, { home: join(data, 'a-file/home'), args: ['--port', '0'] }),
          'a-file',
        )
      },
    },
  ]
}

async function endsWell(start: Start): Promise<void> {
  await start.address
  const began = Date.now()
  start.terminate()
  const { code, output } = await start.ended
  const took = Date.now() - began
  assert.equal(code, 0, output)
  assert.ok(took < STOP_LIMIT_MS, `it took ${took} ms`)
}

// Lines of npm itself (`> countersign-workspace@…`, `npm error …`) are not our output.
async function refuses(start: Start, mentioned: string): Promise<void> {
  const { code, output } = await start.ended
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^(>|npm )/.test(line))
  assert.notEqual(code, 0, output)
  assert.equal(lines.length, 1, output)
  assert.ok(lines[0]?.includes(mentioned), output)
}
