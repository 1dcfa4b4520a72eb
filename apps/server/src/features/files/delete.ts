import { defineTool, type Call, type Tool } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { anchorFolder } from '../../workspace/anchored-folder.ts'
import { changeAlone } from '../../file-writes/change-alone.ts'
import { entryAt } from '../../workspace/entry.ts'
import { moveEntry } from '../../workspace/move.ts'
import { changedOutcome } from '../../file-writes/put-file.ts'
import { signedPath, stale } from '../../file-writes/resolved-target.ts'
import { targetAhead, targetOf, targetsHold } from './target.ts'
import { whatIsThere } from '../../workspace/what-is-there.ts'
import { isInside, shown, subjectOf, type ResolvedSubject } from '../../workspace/workspace-path.ts'

/** Deleted files go to the trash in the data folder: even an approved deletion can be undone. */
export function filesDelete(checkpoints: Checkpoints): Tool {
  return defineTool({
    name: 'files.delete',
    description: 'Deletes a file or folder in the workspace.',
    input: z.object({ path: z.string().min(1).describe('File or folder, from the workspace root.') }),
    category: 'write',
    destructive: 'by_inspection',
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'path', template: '{path}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'files',
    title: ({ path }) => `Delete ${path}`,
    async inspect({ path }, place, ahead) {
      const subject = await subjectOf(path, place, { last: 'itself' })
      const target = await targetAhead(subject.resolved, ahead)
      const inside = await whatIsThere(subject.resolved)
      return {
        specifier: { kind: 'path', paths: [subject] },
        body: {
          kind: 'path',
          action: 'delete',
          paths: [shown(subject.resolved, place)],
          outside_workspace: !isInside(subject.resolved, place),
          ...inside,
        },
        targets: [target],
        destructive: !comesBack(subject, place),
        ...(target.hash === null
          ? { refusal: nothing(path) }
          : { leaves: new Map([[subject.resolved, null]]) }),
      }
    },
    holds: targetsHold,
    async run({ path }, context) {
      const target = await signedPath(path, context, { last: 'itself' })
      if (!target.ok) return target
      return changeAlone(checkpoints, context, [target.path], async () => {
        if (!targetsHold(context.call, { targets: [await targetOf(target.path)] }))
          return stale(`\`${path}\` changed after this call was proposed`)
        return toTrash(checkpoints, target.path, path, context.call)
      })
    },
  })
}

/** Files in the workspace go to the trash unchanged. A root, or a mounted or linked file, may be more than that. */
function comesBack({ resolved, elsewhere }: ResolvedSubject, place: Place): boolean {
  return isInside(resolved, place) && resolved !== place.workspace && elsewhere === undefined
}

function nothing(path: string) {
  return { code: 'not_found', text: `there is nothing at \`${path}\`` }
}

async function toTrash(checkpoints: Checkpoints, path: string, asked: string, call: Call) {
  if (dirname(path) === path)
    return { ok: false, code: 'refused', text: 'the root cannot be deleted' } as const
  const kept = join(checkpoints.newName(), basename(path))
  const bin = join(checkpoints.trash, dirname(kept))
  await mkdir(bin, { recursive: true, mode: 0o700 })
  const trash = await realpath(bin)
  if (trash.startsWith(`${path}/`))
    return { ok: false, code: 'refused', text: `\`${asked}\` contains the data folder` } as const
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return stale(`\`${parent.path}\` is no longer a folder`)
  try {
    if (!(await entryAt(parent.folder, basename(path)))) return { ok: false, ...nothing(asked) } as const
    const goal = await anchorFolder(trash)
    if (!goal.ok) throw new Error(`the trash \`${trash}\` is not a folder`)
    try {
      await checkpoints.keep(call, [{ kind: 'trash', path, kept }])
      const name = basename(path)
      await moveEntry({ folder: parent.folder, name }, { folder: goal.folder, name })
      return changedOutcome(`Deleted ${asked}. It is in the data folder’s trash.`, [path])
    } finally {
      await goal.folder.close()
    }
  } finally {
    await parent.folder.close()
  }
}
