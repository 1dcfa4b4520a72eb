import { fileEffects, type Place } from '@countersign/policy'
import type { FoundFile } from '@countersign/protocol'
import { whatIsThere } from '../workspace/what-is-there.ts'
import { subjectOf } from '../workspace/workspace-path.ts'

/** Maximum number of files of one command. */
const LOOKED_AT = 8

/** The existing files that a command names for writing or removal, with their sizes, for the card. Never part of the decision. */
export async function foundFiles(command: string, place: Place): Promise<readonly FoundFile[]> {
  const effects = fileEffects(command, place).slice(0, LOOKED_AT)
  const found = await Promise.all(
    effects.map(async ({ act, asked, path }): Promise<readonly FoundFile[]> => {
      try {
        const { resolved } = await subjectOf(path, place, act === 'remove' ? { last: 'itself' } : {})
        const there = await whatIsThere(resolved)
        return there.files === 0 ? [] : [{ act, path: asked, ...there }]
      } catch {
        // Unreadable files are omitted; whether the command may run is not decided here.
        return []
      }
    }),
  )
  return found.flat()
}
