import {
  shownChange,
  staleText,
  type Call,
  type Inspection,
  type RunContext,
  type ToolOutcome,
} from '@countersign/agent'
import { carryHunks, hunksOf } from '@countersign/protocol'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { READ } from '../rules/reading.ts'
import type { Failure } from './resolved-target.ts'

/**
 * Checks files and changes them in one step: no other change through a tool can intervene, in any thread or process. After waiting for
 * that, the caller checks again whether it still has the turn.
 */
export function changeAlone(
  checkpoints: Checkpoints,
  context: Pick<RunContext, 'mayAct'>,
  paths: readonly string[],
  change: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  return checkpoints.alone(paths, async () =>
    (await context.mayAct())
      ? change()
      : {
          ok: false,
          code: 'cancelled',
          text: 'did not run: the turn was stopped, or another process took it over',
        },
  )
}

/**
 * Whether a signed edit is still valid for the current file. Its old text must be there. If a person signed what they saw, the parts that
 * they saw must change the same lines in the same way.
 */
export function editHolds(
  { body: shown }: Call,
  { body, refusal }: Inspection,
  { person }: { readonly person: boolean },
): boolean {
  if (refusal !== undefined || shown.kind !== 'write' || body.kind !== 'write' || body.before === null)
    return false
  if (!person) return true
  return carryHunks(shown.before, hunksOf(shown.before, shown.after), body.before) === body.after
}

/** The outcome of a call whose file has changed; the model sees the difference if it may read the file. */
export async function staleOutcome(context: RunContext, path: string, now: Inspection): Promise<Failure> {
  const change = shownChange(context.call, now, await context.judging(READ))
  return { ok: false, code: 'stale', text: staleText(path, change), found: now.body }
}
