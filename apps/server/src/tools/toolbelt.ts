import { Toolbelt, type Tool } from '@countersign/agent'
import type { ImageStore } from '../images/image-store.ts'
import type { Checkpoints } from './checkpoints/checkpoints.ts'
import { filesCreate } from './files/create.ts'
import { filesDelete } from './files/delete.ts'
import { filesEdit } from './files/edit.ts'
import { filesList } from './files/list.ts'
import { plainSearch } from './files/plain-search.ts'
import { filesRead } from './files/read.ts'
import { filesRename } from './files/rename.ts'
import { ripgrep } from './files/ripgrep.ts'
import { filesSearch } from './files/search.ts'
import { filesWrite } from './files/write.ts'
import { todoWrite } from './todo/write.ts'
import { webFetch } from './web/fetch.ts'
import { webSearch } from './web/search.ts'
import type { SearchService } from './web/search-services.ts'
import { systemResolver } from './web/system-resolver.ts'

/** Milliseconds for a page of the web, redirects included. */
const FETCH_TIME = 30_000

/** The tools that the server itself has. */
export function builtInTools({
  checkpoints,
  images,
  terminal,
  searchService,
}: {
  readonly checkpoints: Checkpoints
  /** Where pictures are kept that a model looks at. */
  readonly images: Pick<ImageStore, 'keep'>
  /** The service that searches the web, as it is set up now. */
  readonly searchService: () => Promise<SearchService | undefined>
  readonly terminal: readonly Tool[]
}): Toolbelt {
  return new Toolbelt([
    filesList,
    filesRead(images),
    filesSearch([ripgrep, plainSearch]),
    filesCreate(checkpoints),
    filesWrite(checkpoints),
    filesEdit(checkpoints),
    filesRename(checkpoints),
    filesDelete(checkpoints),
    ...terminal,
    webFetch({ resolve: systemResolver, time: FETCH_TIME }),
    webSearch(searchService),
    todoWrite,
  ])
}
