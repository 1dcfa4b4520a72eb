import type { Tool } from '@countersign/agent'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openCheckpoints, type Checkpoints } from '../../checkpoints/checkpoints.ts'
import { filesCreate } from '../../features/files/create.ts'
import { filesEdit } from '../../features/files/edit.ts'
import type { PathLocks } from '../../workspace/path-locks.ts'
import { filesWrite } from '../../features/files/write.ts'
import type { Traps } from './points.ts'

/** The real tools that change files, with traps around their effects and around the stored checkpoints. */
export function writingTools(home: string, traps: Traps, paths: PathLocks): readonly Tool[] {
  const checkpoints = openCheckpoints({
    folder: join(home, 'checkpoints'),
    trash: join(home, 'trash'),
    now: () => Date.now(),
    newName: () => randomUUID(),
    paths,
  })
  const trapped: Checkpoints = {
    ...checkpoints,
    async keep(...args) {
      await checkpoints.keep(...args)
      traps.reach('kept')
    },
  }
  return [filesWrite(trapped), filesEdit(trapped), filesCreate(trapped)].map((tool) => ({
    ...tool,
    async run(signed, context) {
      traps.reach('effect:before')
      const outcome = await tool.run(signed, context)
      traps.reach('effect:after')
      return outcome
    },
  }))
}
