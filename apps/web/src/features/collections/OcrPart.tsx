import { collectionRoutes, type OcrView } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

const KEY = ['collections', 'ocr']
/** Milliseconds between two checks during the download. */
const LOOK = 1000

/** Downloads OCR after showing its size, and removes it again. */
export function OcrPart({ onClose }: { onClose: () => void }) {
  const known = useQueryClient()
  const found = useQuery({
    queryKey: KEY,
    queryFn: () => valueOf(call(collectionRoutes.ocr, {})),
    refetchInterval: ({ state }) => (state.data?.state === 'coming' ? LOOK : false),
    retry: false,
  })
  const act = async (
    route: typeof collectionRoutes.bringOcr | typeof collectionRoutes.removeOcr,
  ): Promise<void> => {
    const answer = await call(route, {})
    if (answer.ok) known.setQueryData(KEY, answer.value)
  }
  const ocr = found.data
  if (ocr === undefined) return null
  return (
    <section
      aria-label={texts.ocr.label}
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      <p role="status" className="min-w-0 flex-1 basis-60 text-label">
        {texts.ocr[ocr.state](ocr)}
      </p>
      {ocr.state === 'absent' && (
        <Button kind="primary" onClick={() => void act(collectionRoutes.bringOcr)}>
          {texts.ocr.bring(ocr.download)}
        </Button>
      )}
      {ocr.state === 'there' && (
        <Button onClick={() => void act(collectionRoutes.removeOcr)}>{texts.ocr.remove}</Button>
      )}
      <Button kind="quiet" onClick={onClose}>
        {texts.close}
      </Button>
      <Problem ocr={ocr} />
    </section>
  )
}

function Problem({ ocr }: { ocr: OcrView }) {
  if (ocr.problem === null) return null
  return (
    <p role="alert" className="w-full text-stop wrap-anywhere">
      {ocr.problem}
    </p>
  )
}
