import { sameState, type Change, type PathState } from './change.ts'

/** One step of an undo. `now` is the state that must still be there when it is done. */
export type UndoStep =
  | { readonly kind: 'put'; readonly path: string; readonly now: PathState; readonly state: PathState }
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'restore'; readonly kept: string; readonly path: string }

export interface Conflict {
  readonly path: string
  readonly why: string
}

export interface UndoPlan {
  readonly steps: readonly UndoStep[]
  readonly conflicts: readonly Conflict[]
}

/** Reads files; changes nothing. */
export interface Looking {
  at(path: string): Promise<PathState>
  /** The state in the trash; `rest` is a path below the stored name, or empty. */
  inTrash(kept: string, rest: string): Promise<PathState>
  /** Whether this content is still stored. */
  has(hash: string): Promise<boolean>
}

/** The state of a path after the steps planned so far. */
type View = (path: string) => Promise<PathState>

const ABSENT: PathState = { kind: 'absent' }

/**
 * Plans the undo of changes, newest first. If the state is not what the change left, someone else changed it: that is a conflict, and the
 * path is left alone. A path that is already in its old state needs no step.
 */
export async function planUndo(changes: readonly Change[], looking: Looking): Promise<UndoPlan> {
  const steps: UndoStep[] = []
  const conflicts: Conflict[] = []
  let view: View = (path) => looking.at(path)
  for (const change of changes) {
    const step = await stepFor(change, view, looking)
    if (step === undefined) continue
    if ('why' in step) {
      conflicts.push(step)
      continue
    }
    steps.push(step)
    view = after(step, view, looking)
  }
  return { steps, conflicts }
}

async function stepFor(
  change: Change,
  view: View,
  looking: Looking,
): Promise<UndoStep | Conflict | undefined> {
  switch (change.kind) {
    case 'set':
      return putBack(change, await view(change.path), looking)
    case 'move': {
      const [from, to] = [await view(change.from), await view(change.to)]
      if (to.kind === 'absent')
        return from.kind === 'absent' ? { path: change.to, why: 'it no longer exists' } : undefined
      if (from.kind !== 'absent') return { path: change.from, why: 'something else is there now' }
      return { kind: 'move', from: change.to, to: change.from }
    }
    case 'trash': {
      const [now, kept] = [await view(change.path), await looking.inTrash(change.kept, '')]
      if (kept.kind === 'absent')
        return now.kind === 'absent' ? { path: change.path, why: 'it is no longer in the trash' } : undefined
      if (now.kind !== 'absent') return { path: change.path, why: 'something else is there now' }
      return { kind: 'restore', kept: change.kept, path: change.path }
    }
  }
}

async function putBack(
  { path, before, after: left }: Extract<Change, { kind: 'set' }>,
  now: PathState,
  looking: Looking,
): Promise<UndoStep | Conflict | undefined> {
  if (sameState(now, before)) return undefined
  if (!sameState(now, left)) return { path, why: 'it has changed since' }
  if (before.kind === 'other') return { path, why: 'its earlier content was not saved' }
  if (before.kind === 'file' && !(await looking.has(before.hash)))
    return { path, why: 'its earlier content is no longer saved' }
  return { kind: 'put', path, now, state: before }
}

/** The view after one more step. */
function after(step: UndoStep, before: View, looking: Looking): View {
  switch (step.kind) {
    case 'put':
      return (path) => (path === step.path ? Promise.resolve(step.state) : before(path))
    case 'move':
      return (path) => {
        const rest = below(path, step.to)
        if (rest !== undefined) return before(step.from + rest)
        return below(path, step.from) === undefined ? before(path) : Promise.resolve(ABSENT)
      }
    case 'restore':
      return (path) => {
        const rest = below(path, step.path)
        return rest === undefined ? before(path) : looking.inTrash(step.kept, rest)
      }
  }
}

/** The part of a path below a folder, with its slash; empty for the folder itself; undefined: it is elsewhere. */
function below(path: string, folder: string): string | undefined {
  if (path === folder) return ''
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined
}
