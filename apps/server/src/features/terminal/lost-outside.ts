import { changedPaths, isScratch, type Place } from '@countersign/policy'
import { realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { lostSince, stampOf, type Lost, type Why } from '../../checkpoints/unkept.ts'

/** Most paths of one command that are watched. */
const WATCHED = 50

/**
 * Records the state of paths outside the workspace that a command names, before it runs. The returned function reports which of them were
 * removed or changed: undo restores none of them.
 */
export async function watchOutside(
  command: string,
  place: Place,
  isNoLoss: (path: string) => boolean = isTemporary,
): Promise<() => Promise<readonly Lost[]>> {
  const root = await realpath(place.workspace).catch(() => place.workspace)
  const before = new Map<string, { readonly stamp: string; readonly why: Why }>()
  for (const { path, names } of changedPaths(command, place).slice(0, WATCHED)) {
    if (names !== undefined || isNoLoss(path) || isBelow(path, place.workspace)) continue
    const at = await realpath(path).catch(() => path)
    const stamp = isBelow(at, root) ? undefined : await stampOf(path)
    if (stamp !== undefined) before.set(path, { stamp, why: 'outside' })
  }
  return () => lostSince(before)
}

/** Scratch space may be lost. */
function isTemporary(path: string): boolean {
  return isScratch(path) || isBelow(path, tmpdir())
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
