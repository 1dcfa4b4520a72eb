// Clones this repository at its last commit, and checks the promises of the README in the clone: in a folder that nobody else can enter
// and, as root, for a normal user too. `--full` also checks the second start and the expected refusals.
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'
import { Refusal, runScript } from '../lib/say.mjs'
import { capture } from '../lib/spawn.mjs'
import { closingLine, type Totals } from '../testing/totals.ts'
import { cheapChecks, furtherChecks, type Check, type Place } from './checks.ts'
import { killLeftovers } from './start.ts'
import { normalUser, thisPerson, type Person } from './person.ts'

const full = process.argv.includes('--full')
const isRoot = process.getuid?.() === 0

await runScript(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-clone-'))
  try {
    const totals = await runChecks(await planChecks(folder))
    console.log(closingLine(totals))
    return totals.failed === 0 ? 0 : 1
  } finally {
    killLeftovers()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function planChecks(folder: string): Promise<Check[]> {
  // The parent folder stays open, so that the database is in the data folder and is removed with it.
  chmodSync(folder, 0o755)
  const own = await preparePlace(join(folder, 'own'), thisPerson)
  // The folder is closed before anything runs in it, so that only its owner can reach the clone.
  chmodSync(join(folder, 'own'), 0o700)
  const places = isRoot ? [own, await preparePlace(join(folder, 'other'), normalUser)] : [own]
  return places.flatMap((place) => [...cheapChecks(place), ...(full ? furtherChecks(place) : [])])
}

async function preparePlace(folder: string, who: (folder: string) => Promise<Person>): Promise<Place> {
  mkdirSync(folder)
  const person = await who(folder)
  const clone = join(folder, 'countersign')
  const data = `${folder}-data`
  mkdirSync(data)
  const cloned = await capture('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  if (cloned.code !== 0) throw new Refusal(`git cannot clone this repository:\n${cloned.output}`)
  if (person.uid !== undefined && person.gid !== undefined) {
    chownSync(data, person.uid, person.gid)
    await capture('chown', ['-R', `${person.uid}:${person.gid}`, clone])
  }
  return { clone, data, person }
}

async function runChecks(checks: readonly Check[]): Promise<Totals> {
  let passed = 0
  for (const { name, run } of checks) {
    const began = Date.now()
    try {
      await run()
      passed += 1
      console.log(`✓ ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    } catch (error) {
      console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`)
      // Each check depends on the earlier ones.
      return { passed, failed: checks.length - passed, skipped: 0 }
    }
  }
  return { passed, failed: 0, skipped: 0 }
}
