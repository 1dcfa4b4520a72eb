import type { CallBody } from '@countersign/protocol'
import type { CallResult, Target } from '../call.ts'
import { unlessAborted } from '../on-abort.ts'
import type { Passenger } from './parts.ts'

/** Why a call may not run any more: a file is not as it was when it was proposed, or its tool cannot say. */
export async function staleTarget(
  passenger: Passenger,
  signal: AbortSignal,
): Promise<CallResult | undefined> {
  if (passenger.call.targets.length === 0) return undefined
  try {
    const changed = await unlessAborted(signal, changedTarget(passenger))
    if (changed === undefined) return undefined
    const { path, found } = changed
    const text = `did not run: \`${path}\` changed after this call was proposed; read it again and propose anew`
    return { state: 'failed', code: 'stale', text, ...(found ? { found } : {}) }
  } catch (cause) {
    signal.throwIfAborted()
    const message = cause instanceof Error ? cause.message : String(cause)
    const text = `did not run: \`${passenger.tool.name}\` could not look at it again: ${message}`
    return { state: 'failed', code: 'tool_error', text }
  }
}

interface Changed {
  readonly path: string
  /** What a person would be shown now. */
  readonly found?: CallBody
}

/** The first file that is not as it was when the call was proposed. */
async function changedTarget({ tool, call, place }: Passenger): Promise<Changed | undefined> {
  const parsed = tool.parse(call.args)
  if ('error' in parsed) return { path: call.specifierText }
  const now = await parsed.inspect(place)
  const hashes = new Map(now.targets.map((target: Target) => [target.path, target.hash]))
  const changed = call.targets.find((target) => hashes.get(target.path) !== target.hash)
  return changed && { path: changed.path, found: now.body }
}
