import { z } from 'zod'

/** What stood at a path: enough to see whether it still does, and to put it back. */
export const PathState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('file'), hash: z.string(), mode: z.number().int() }),
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode: z.number().int() }),
  /** Something that is not kept: a device, a file that is too large. */
  z.object({ kind: z.literal('other') }),
])
export type PathState = z.infer<typeof PathState>

/** One thing that a call did to the file system, so that it can be taken back. Paths are absolute and without links. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), path: z.string(), before: PathState, after: PathState }),
  z.object({ kind: z.literal('move'), from: z.string(), to: z.string() }),
  /** Was moved into the trash, under this name. */
  z.object({ kind: z.literal('trash'), path: z.string(), kept: z.string() }),
])
export type Change = z.infer<typeof Change>

/** Same thing, same bytes, same permissions? Folders are the same whatever is in them. */
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
