import type { CallId, UndoView, UserId } from '@countersign/protocol'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { shown } from '../workspace/workspace-path.ts'
import type { Checkpoint, Checkpoints } from './checkpoints.ts'
import { stateAt } from './path-state.ts'
import type { CallsToUndo, UndoRefusal, UndoTarget } from './ports.ts'
import { planUndo, type Conflict, type UndoStep } from './undo-plan.ts'
import { doStep } from './undo-step.ts'

export interface UndoOptions {
  readonly dryRun: boolean
  /** Restore everything possible, and leave conflicts alone. */
  readonly skipConflicts: boolean
}

export type Undone = { readonly ok: true; readonly undo: UndoView } | UndoRefusal

/** Undoes the file changes of calls: an act of a person, recorded as such. */
export interface Undo {
  run(user: UserId, target: UndoTarget, options: UndoOptions): Promise<Undone>
}

export function undoOf(checkpoints: Checkpoints, calls: CallsToUndo): Undo {
  return {
    async run(user, target, options) {
      const found = await calls.find(user, target)
      if (!found.ok) return found
      const kept = await checkpointsOf(checkpoints, found.calls)
      if (kept.length === 0)
        return {
          ok: false,
          code: 'not_found',
          message: 'there is nothing to undo: it changed no files in the workspace, or it was too long ago',
        }
      const result = await undoChanges(checkpoints, kept, options)
      const workspace = await realpath(found.workspace).catch(() => found.workspace)
      const place = { workspace, cwd: workspace, home: '/' }
      const undo = viewOf(result, (path) => shown(path, place))
      if (undo.done) {
        const ids = kept.map((checkpoint) => checkpoint.call_id as CallId) // stored under the id of a call
        await calls.mark(user, target, ids, { restored: undo.restored, conflicts: undo.conflicts })
      }
      return { ok: true, undo }
    },
  }
}

async function checkpointsOf(
  checkpoints: Checkpoints,
  calls: readonly { readonly id: CallId }[],
): Promise<readonly Checkpoint[]> {
  const found = await Promise.all(calls.map(({ id }) => checkpoints.read(id)))
  return found.filter((checkpoint) => checkpoint !== undefined)
}

interface UndoResult {
  readonly done: boolean
  readonly steps: readonly UndoStep[]
  readonly conflicts: readonly Conflict[]
}

/** Plans the undo and, unless there are conflicts, does it, newest change first. */
export async function undoChanges(
  checkpoints: Checkpoints,
  kept: readonly Checkpoint[],
  options: UndoOptions,
): Promise<UndoResult> {
  const newest = kept.toSorted((a, b) => b.at - a.at || b.order - a.order)
  const changes = newest.flatMap((checkpoint) => checkpoint.changes.toReversed())
  const plan = await planUndo(changes, {
    at: stateAt,
    inTrash: (name, rest) => stateAt(join(checkpoints.trash, name) + rest),
    has: async (hash) => (await checkpoints.content(hash)) !== undefined,
  })
  if (options.dryRun || (plan.conflicts.length > 0 && !options.skipConflicts)) return { ...plan, done: false }
  const conflicts = [...plan.conflicts]
  const steps: UndoStep[] = []
  for (const step of plan.steps) {
    const conflict = await doStep(checkpoints, step)
    if (conflict) conflicts.push(conflict)
    else steps.push(step)
  }
  return { done: true, steps, conflicts }
}

function viewOf({ done, steps, conflicts }: UndoResult, shownPath: (path: string) => string): UndoView {
  const paths = steps.map((step) => (step.kind === 'move' ? step.to : step.path))
  return {
    done,
    restored: [...new Set(paths)].map(shownPath),
    conflicts: conflicts.map(({ path, why }) => ({ path: shownPath(path), why })),
  }
}
