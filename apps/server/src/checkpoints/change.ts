import { z } from 'zod'

/** The state of a path: enough to compare it with the current one, and to restore it. */
export const PathState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('file'), hash: z.string(), mode: z.number().int() }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode: z.number().int() }),
  /** Not stored: a device, or a file that is too large. */
  z.object({ kind: z.literal('other') }),
])
export type PathState = z.infer<typeof PathState>

/** One change of a call to the file system, which can be undone. Paths are absolute and without links. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), path: z.string(), before: PathState, after: PathState }),
  z.object({ kind: z.literal('move'), from: z.string(), to: z.string() }),
  /** It was moved to the trash under this name. */
  z.object({ kind: z.literal('trash'), path: z.string(), kept: z.string() }),
])
export type Change = z.infer<typeof Change>

/** Whether kind, bytes and permissions are equal. Folders are equal whatever their content. */
export function sameState(a: PathState, b: PathState): boolean {
  switch (a.kind) {
    case 'absent':
      return b.kind === 'absent'
    case 'file':
      return b.kind === 'file' && a.hash === b.hash && a.mode === b.mode
    case 'link':
      return b.kind === 'link' && a.target === b.target
    case 'folder':
      return b.kind === 'folder'
    case 'other':
      return false
  }
}
