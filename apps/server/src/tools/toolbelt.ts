import { Toolbelt, type Tool } from '@countersign/agent'
import { filesDelete } from './files/delete.ts'
import { filesList } from './files/list.ts'
import { filesRead } from './files/read.ts'
import { filesWrite } from './files/write.ts'

/** The tools that the server itself has. */
export function builtInTools(options: {
  readonly trash: string
  readonly newName: () => string
  readonly terminal: readonly Tool[]
}): Toolbelt {
  return new Toolbelt([
    filesList,
    filesRead,
    filesWrite,
    filesDelete(options.trash, options.newName),
    ...options.terminal,
  ])
}
