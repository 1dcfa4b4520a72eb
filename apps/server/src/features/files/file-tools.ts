import type { Tool } from '@countersign/agent'
import type { ImageStore } from '../../media/image-store.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { todoWrite } from './todo/write.ts'
import { filesCreate } from './create.ts'
import { filesDelete } from './delete.ts'
import { filesEdit } from './edit.ts'
import { filesList } from './list.ts'
import { plainSearch } from './plain-search.ts'
import { filesRead } from './read.ts'
import { filesRename } from './rename.ts'
import { ripgrep } from './ripgrep.ts'
import { filesSearch } from './search.ts'
import { filesWrite } from './write.ts'

/** Tools for the files of a workspace. */
export function fileTools(checkpoints: Checkpoints, images: Pick<ImageStore, 'keep'>): readonly Tool[] {
  return [
    filesList,
    filesRead(images),
    filesSearch([ripgrep, plainSearch]),
    filesCreate(checkpoints),
    filesWrite(checkpoints),
    filesEdit(checkpoints),
    filesRename(checkpoints),
    filesDelete(checkpoints),
    todoWrite,
  ]
}
