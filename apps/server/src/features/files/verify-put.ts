import type { Call, Verified } from '@countersign/agent'
import { sameState, type Change, type PathState } from '../../checkpoints/change.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { readContent, type Content } from '../../workspace/content.ts'
import { stateOf } from '../../file-writes/put-file.ts'

/**
 * Checks whether a call that was cut off wrote its text. The intended change is stored before it happens, so the current state decides: the
 * new state means done, the old state not done, and anything else is for a person.
 */
export async function verifyPut(checkpoints: Checkpoints, call: Call): Promise<Verified> {
  const kept = (await checkpoints.read(call.id))?.changes ?? []
  const last = kept.at(-1)
  if (last === undefined) return (await areAsSigned(call)) ? { kind: 'not_done' } : { kind: 'unknown' }
  if (last.kind !== 'set') return { kind: 'unknown' }
  const now = stateOf(await readContent(last.path))
  if (sameState(now, last.after)) return done(call, kept)
  return sameContent(now, last.before) ? { kind: 'not_done' } : { kind: 'unknown' }
}

function done(call: Call, changes: readonly Change[]): Verified {
  const text = `${call.title}: done. The server was interrupted before it could record that; the file is as this call would have left it.`
  return {
    kind: 'done',
    text,
    changed: changes.flatMap((change) => (change.kind === 'set' ? [change.path] : [])),
  }
}

/** Nothing was stored, so nothing was written. Unless something else changed the file, it is as it was when the call was proposed. */
async function areAsSigned(call: Call): Promise<boolean> {
  for (const { path, hash } of call.targets) {
    if (hashNow(await readContent(path)) !== hash) return false
  }
  return true
}

function hashNow(content: Content): string | null {
  if (content.kind === 'absent') return null
  return content.kind === 'file' ? content.hash : content.kind
}

/** The same content, whatever the permissions. */
function sameContent(a: PathState, b: PathState): boolean {
  return a.kind === 'file' && b.kind === 'file' ? a.hash === b.hash : sameState(a, b)
}
