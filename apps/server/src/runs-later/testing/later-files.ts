import { join } from 'node:path'
import { isAlive, markOf } from '../../store/embedded/process-mark.ts'
import { openCheckpoints } from '../../checkpoints/checkpoints.ts'
import { locksOfOneProcess } from '../../workspace/path-locks.ts'
import { openLaterFiles, type LaterFiles } from '../open.ts'

/** Holds files back as the server does, in a test folder. */
export function laterFilesIn(folder: string): LaterFiles {
  let names = 0
  const checkpoints = openCheckpoints({
    folder: join(folder, 'checkpoints'),
    trash: join(folder, 'trash'),
    now: () => Date.now(),
    newName: () => `${process.pid}-${(names += 1)}`,
    paths: locksOfOneProcess(),
  })
  const clock = { now: () => Date.now() }
  return openLaterFiles({
    folder: join(folder, 'quarantine'),
    checkpoints,
    marks: { markOf, isAlive },
    clock,
  })
}
