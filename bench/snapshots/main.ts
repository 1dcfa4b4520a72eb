// The cost of a workspace snapshot before and after a command: the first one, which reads everything, and the later ones.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCheckpoints } from '../../apps/server/src/checkpoints/checkpoints.ts'
import { locksOfOneProcess } from '../../apps/server/src/workspace/path-locks.ts'
import { workspaceSnapshots } from '../../apps/server/src/checkpoints/workspace-snapshots.ts'

const FOLDERS = 200
const SIZE = 8000
const ROUNDS = 5
const folder = await mkdtemp(join(tmpdir(), 'cs-snapshots-'))
const clock = { now: () => Date.now() }

async function measure(files: number): Promise<void> {
  const workspace = join(folder, `work-${files}`)
  for (let index = 0; index < FOLDERS; index += 1)
    await mkdir(join(workspace, `f${index}`), { recursive: true })
  for (let index = 0; index < files; index += 1)
    await writeFile(join(workspace, `f${index % FOLDERS}`, `${index}.txt`), `${index} `.padEnd(SIZE, 'x'))
  const checkpoints = openCheckpoints({
    folder: join(folder, `kept-${files}`),
    trash: join(folder, 'trash'),
    now: () => clock.now(),
    newName: () => 'none',
    paths: locksOfOneProcess(),
  })
  // Pretends that nothing changed recently, so that file times are sufficient.
  const snapshots = workspaceSnapshots(checkpoints, { now: () => clock.now() + 60_000 })
  const first = await timed(() => snapshots.take(workspace))
  const later: number[] = []
  const looks: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const snapshot = await snapshots.take(workspace)
    later.push(await timed(() => snapshots.take(workspace)))
    if (snapshot.kind === 'kept') looks.push(await timed(() => snapshot.changes()))
  }
  console.log(
    `${files} files of ${SIZE} bytes: first ${Math.round(first)} ms, later ${median(later)} ms before and ${median(looks)} ms after a command, of processor time`,
  )
}

/** CPU milliseconds, because other load on the machine is not ours. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN)
}

try {
  for (const files of [1000, 10_000]) await measure(files)
} finally {
  await rm(folder, { recursive: true, force: true })
}
