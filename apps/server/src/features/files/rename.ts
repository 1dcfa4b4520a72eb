import { defineTool, type Ahead, type Refusal, type Target, type Tool } from '@countersign/agent'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { anchorFolder } from '../../workspace/anchored-folder.ts'
import { changeAlone } from '../../file-writes/change-alone.ts'
import { contentAhead } from '../../workspace/content.ts'
import { entryAt } from '../../workspace/entry.ts'
import { moveEntry } from '../../workspace/move.ts'
import { changedOutcome, madeFolder } from '../../file-writes/put-file.ts'
import { signedPath, stale } from '../../file-writes/resolved-target.ts'
import { targetAhead, targetOf, targetsHold } from './target.ts'
import { isInside, shown, subjectOf } from '../../workspace/workspace-path.ts'

export function filesRename(checkpoints: Checkpoints): Tool {
  return defineTool({
    name: 'files.rename',
    description:
      'Renames or moves a file or folder in the workspace. The new path must not exist yet; missing parent folders are created.',
    input: z.object({
      from: z.string().min(1).describe('Current path, from the workspace root.'),
      to: z.string().min(1).describe('New path, from the workspace root.'),
    }),
    category: 'write',
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'path', template: '{from} → {to}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'files',
    title: ({ from, to }) => `Rename ${from} to ${to}`,
    async inspect({ from, to }, place, ahead) {
      const source = await subjectOf(from, place, { last: 'itself' })
      const goal = await subjectOf(to, place, { last: 'itself' })
      const targets = [
        await targetAhead(source.resolved, ahead),
        await targetAhead(goal.resolved, ahead),
      ] as const
      const refusal = refusalOf({ from, to }, targets)
      return {
        specifier: { kind: 'path', paths: [source, goal] },
        body: {
          kind: 'path',
          action: 'rename',
          paths: [shown(source.resolved, place), shown(goal.resolved, place)],
          outside_workspace: ![source, goal].every(({ resolved }) => isInside(resolved, place)),
        },
        targets,
        ...(refusal === undefined
          ? { leaves: await leftBy(source.resolved, goal.resolved, ahead) }
          : { refusal }),
      }
    },
    holds: targetsHold,
    async run({ from, to }, context) {
      const source = await signedPath(from, context, { last: 'itself' })
      if (!source.ok) return source
      const goal = await signedPath(to, context, { last: 'itself' })
      if (!goal.ok) return goal
      return changeAlone(checkpoints, context, [source.path, goal.path], async () => {
        const targets = [await targetOf(source.path), await targetOf(goal.path)] as const
        const refusal = refusalOf({ from, to }, targets)
        if (refusal) return { ok: false, ...refusal }
        if (!targetsHold(context.call, { targets }))
          return stale(`\`${from}\` changed after this call was proposed`)
        const moved = await moveKept(checkpoints, source.path, goal.path, context.call)
        return moved.ok ? changedOutcome(`Renamed ${from} to ${to}.`, moved.changed) : moved
      })
    },
  })
}

/** A file's content moves with it. The content of a folder is not listed for later calls. */
async function leftBy(from: string, to: string, ahead: Ahead | undefined): Promise<Ahead> {
  const content = await contentAhead(from, ahead)
  const left = new Map<string, Uint8Array | null>([[from, null]])
  if (content.kind === 'file') left.set(to, content.bytes)
  return left
}

function refusalOf(
  { from, to }: { readonly from: string; readonly to: string },
  [source, goal]: readonly [Target, Target],
): Refusal | undefined {
  if (source.hash === null) return { code: 'not_found', text: `there is nothing at \`${from}\`` }
  if (goal.path === source.path) return { code: 'no_change', text: 'both paths are the same' }
  if (goal.path.startsWith(`${source.path}/`))
    return { code: 'into_itself', text: `\`${from}\` cannot be moved into itself` }
  if (goal.hash !== null) return { code: 'exists', text: `\`${to}\` already exists` }
  return undefined
}

async function moveKept(
  checkpoints: Checkpoints,
  from: string,
  to: string,
  call: Parameters<Checkpoints['keep']>[0],
) {
  const source = await anchorFolder(dirname(from))
  if (!source.ok) return stale(`\`${source.path}\` is no longer a folder`)
  try {
    const goal = await anchorFolder(dirname(to), { create: true })
    if (!goal.ok) return stale(`\`${goal.path}\` is no longer a folder`)
    try {
      if (!(await entryAt(source.folder, basename(from)))) return stale(`there is nothing at \`${from}\` now`)
      await checkpoints.keep(call, [...goal.made.map(madeFolder), { kind: 'move', from, to }])
      const moved = await moveEntry(
        { folder: source.folder, name: basename(from) },
        { folder: goal.folder, name: basename(to) },
      )
      if (moved) return { ok: true as const, changed: [...goal.made, from, to] }
      await checkpoints.drop(call.id)
      return stale(`there is something at \`${to}\` now`)
    } finally {
      await goal.folder.close()
    }
  } finally {
    await source.folder.close()
  }
}
