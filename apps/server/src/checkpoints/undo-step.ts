import { mkdir, rmdir, symlink, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { anchorFolder, type AnchoredFolder } from '../workspace/anchored-folder.ts'
import { errorCode } from '../disk/error-code.ts'
import { moveEntry } from '../workspace/move.ts'
import { prepareFile } from '../workspace/replace-file.ts'
import { sameState } from './change.ts'
import type { Checkpoints } from './checkpoints.ts'
import { stateIn } from './path-state.ts'
import type { Conflict, UndoStep } from './undo-plan.ts'

/** Does one step if the state is still as planned; otherwise it is a conflict. No tool can intervene between the check and the step. */
export function doStep(checkpoints: Checkpoints, step: UndoStep): Promise<Conflict | undefined> {
  const paths = step.kind === 'move' ? [step.from, step.to] : [step.path]
  return checkpoints.alone(paths, () => stepAlone(checkpoints, step))
}

async function stepAlone(checkpoints: Checkpoints, step: UndoStep): Promise<Conflict | undefined> {
  switch (step.kind) {
    case 'put':
      return inFolderOf(step.path, (folder) => put(checkpoints, folder, step))
    case 'move':
      return moveBack(step.from, step.to)
    case 'restore':
      return moveBack(join(checkpoints.trash, step.kept), step.path)
  }
}

async function put(
  checkpoints: Checkpoints,
  folder: AnchoredFolder,
  { path, now, state }: Extract<UndoStep, { kind: 'put' }>,
): Promise<Conflict | undefined> {
  const name = basename(path)
  const found = await stateIn(folder, name)
  if (!sameState(found, now)) return { path, why: 'it has just changed' }
  if (state.kind === 'file') {
    const bytes = await checkpoints.content(state.hash)
    if (!bytes) return { path, why: 'its earlier content is no longer saved' }
    const file = await prepareFile(folder, { bytes, mode: state.mode })
    if (found.kind !== 'absent' && found.kind !== 'file') await remove(folder, name, found.kind)
    const taken = found.kind === 'file' ? 'replace' : 'refuse'
    return (await file.commit(name, { taken })) ? undefined : { path, why: 'something else is there now' }
  }
  if (found.kind !== 'absent' && !(await remove(folder, name, found.kind))) return undefined
  if (state.kind === 'folder') await mkdir(folder.at(name))
  if (state.kind === 'link') await symlink(state.target, folder.at(name))
  return undefined
}

/** False: the folder is no longer empty, so it stays with its content. */
async function remove(folder: AnchoredFolder, name: string, kind: string): Promise<boolean> {
  try {
    await (kind === 'folder' ? rmdir(folder.at(name)) : unlink(folder.at(name)))
    return true
  } catch (cause) {
    if (errorCode(cause) === 'ENOTEMPTY') return false
    throw cause
  }
}

async function moveBack(from: string, to: string): Promise<Conflict | undefined> {
  const source = await anchorFolder(dirname(from))
  if (!source.ok) return { path: to, why: 'it no longer exists' }
  try {
    return await inFolderOf(to, async (folder) => {
      const moved = await moveEntry(
        { folder: source.folder, name: basename(from) },
        { folder, name: basename(to) },
      )
      return moved ? undefined : { path: to, why: 'something else is there now' }
    })
  } finally {
    await source.folder.close()
  }
}

/** Missing parent folders are created again. */
async function inFolderOf(
  path: string,
  work: (folder: AnchoredFolder) => Promise<Conflict | undefined>,
): Promise<Conflict | undefined> {
  const parent = await anchorFolder(dirname(path), { create: true })
  if (!parent.ok) return { path, why: `\`${parent.path}\` is no longer a folder` }
  try {
    return await work(parent.folder)
  } finally {
    await parent.folder.close()
  }
}
