import { collectionRoutes, type OcrView, type UserId } from '@countersign/protocol'
import { route, type Route } from '../../platform/route.ts'
import type { Library } from './data/library.ts'
import { OCR_DOWNLOAD, type BroughtOcr } from './extract/ocr/brought.ts'

/** Downloading and removing OCR, both only by a person. */
export function ocrRoutes(parts: {
  readonly ocr: BroughtOcr
  readonly library: Pick<Library, 'retryScans'>
  changed(owner: UserId, collection: string): void
  /** Documents are waiting. */
  read(): void
  failed(what: string, cause: unknown): void
}): readonly Route[] {
  const view = async (): Promise<OcrView> => {
    const { there, bringing, bytes, problem } = await parts.ocr.state()
    return { state: bringing ? 'coming' : there ? 'there' : 'absent', download: OCR_DOWNLOAD, bytes, problem }
  }
  return [
    route(collectionRoutes.ocr, () => view()),
    route(collectionRoutes.bringOcr, async ({ actor: { user } }) => {
      const begun = parts.ocr.bring().then(async () => {
        if (!(await parts.ocr.state()).there) return
        for (const id of await parts.library.retryScans(user)) parts.changed(user, id)
        parts.read()
      })
      // It takes as long as a download; the page polls the state.
      begun.catch((cause: unknown) => parts.failed('bringing OCR', cause))
      return view()
    }),
    route(collectionRoutes.removeOcr, async () => {
      await parts.ocr.remove()
      return view()
    }),
  ]
}
