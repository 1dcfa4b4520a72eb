import { Toolbelt, type Tool } from '@countersign/agent'
import type { ImageStore } from '../../media/image-store.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { fileTools } from '../../features/files/file-tools.ts'
import type { SearchService } from '../../features/web/search-services.ts'
import { webTools } from '../../features/web/web-tools.ts'

/** The server's own tools, without the server. */
export function builtInTools({
  checkpoints,
  images,
  terminal,
  searchService,
  egress,
}: {
  readonly checkpoints: Checkpoints
  readonly images: Pick<ImageStore, 'keep'>
  readonly searchService: () => Promise<SearchService | undefined>
  readonly terminal: readonly Tool[]
  readonly egress: Egress
}): Toolbelt {
  return new Toolbelt([...fileTools(checkpoints, images), ...terminal, ...webTools(egress, searchService)])
}
