import type { Clock } from '@countersign/agent'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { laterGuard, type LaterGuard } from './guard.ts'
import { heldBackFiles } from './held-back.ts'
import { openQuarantine } from './quarantine.ts'
import type { ProcessMarks } from './running-notes.ts'
import { laterWatch } from './watch.ts'

/** Everything that holds back files that run automatically later. */
export interface LaterFiles {
  readonly guard: LaterGuard
  /** Checks the leftovers of commands of servers that are gone. Returns the number of workspaces. */
  recover(): Promise<number>
  /** Removes entries that were answered long ago. */
  prune(): Promise<void>
  /** Checkpoints for tools whose changes of protected files were all allowed by a person or a rule: these are not held back. */
  readonly checkpoints: Checkpoints
}

export function openLaterFiles({
  folder,
  checkpoints,
  marks,
  clock,
}: {
  /** A folder in the data folder that nothing else uses. */
  readonly folder: string
  readonly checkpoints: Checkpoints
  readonly marks: ProcessMarks
  readonly clock: Clock
}): LaterFiles {
  const quarantine = openQuarantine(folder, {
    clock,
    newName: () => checkpoints.newName(),
    content: (hash) => checkpoints.content(hash),
  })
  const watch = laterWatch({ folder, quarantine, checkpoints, marks, clock })
  return {
    guard: laterGuard({ watch, held: heldBackFiles(quarantine, watch), checkpoints }),
    recover: () => watch.recover(),
    prune: () => quarantine.prune(),
    checkpoints: {
      ...checkpoints,
      async keep(call, changes, contents) {
        await checkpoints.keep(call, changes, contents)
        for (const change of changes) if (change.kind === 'set') watch.accept(change.path, change.after)
      },
    },
  }
}
