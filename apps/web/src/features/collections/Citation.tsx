import { collectionRoutes, type CitationView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call, valueOf } from '../../data/http.ts'
import { useAnswer } from '../../platform/markdown/answer-context.ts'
import { cx } from '../../ui/cx.ts'
import { openPane } from '../../workbench/open-pane.ts'
import { citationAt, numbered } from './citations.ts'
import { texts } from './texts.ts'

/** The citations of the surrounding answer, checked by the server; empty until they are known. */
function useCitations(): readonly CitationView[] {
  const { thread, text } = useAnswer() ?? {}
  const found = useQuery({
    queryKey: ['collections', 'citations', thread, text],
    queryFn: () =>
      valueOf(call(collectionRoutes.citations, { body: { thread_id: thread ?? '', text: text ?? '' } })),
    enabled: thread !== undefined && text !== undefined,
    retry: false,
  })
  return found.data?.citations ?? []
}

function useOpen(): (citation: CitationView) => void {
  const [, navigate] = useLocation()
  return ({ collection_id: collection, document_id: document, id }) => {
    if (collection === null || document === null) return
    const params = { collection, document, passage: id }
    if (!openPane('document', params)) navigate(`/pane/document?${new URLSearchParams(params).toString()}`)
  }
}

/** `[p_7f3a]` in an answer, as a chip that shows the result of the check and opens the document at that place. */
export function Citation({ word, before }: { word: string; before: string }) {
  const citations = useCitations()
  const open = useOpen()
  const text = useAnswer()?.text ?? ''
  const names = word.slice(1, -1).split(/[,;]\s*/)
  if (citations.length === 0) return word
  return names.map((name) => {
    const citation = citationAt(citations, { name, before, text })
    if (citation === undefined || citation.state === 'unknown' || citation.state === 'removed')
      return (
        <span key={name} className="text-ink-3">
          [{name}]{' '}
          <span className="rounded-mark border border-dashed border-stop px-1 text-hint text-stop">
            {texts.citation[citation?.state ?? 'unknown']}
          </span>
        </span>
      )
    const { state, document, place } = citation
    return (
      <button
        key={name}
        type="button"
        title={`${document} · ${place}. ${texts.citationHint[state]}`}
        data-citation={state}
        onClick={() => open(citation)}
        className={cx('mx-0.5 min-h-6 rounded-mark border px-1.5 align-baseline text-hint', CHIPS[state])}
      >
        <span className="font-semibold">{numbered(citations).get(name)}</span>{' '}
        {state === 'cited' ? shortName(document) : texts.citation[state]}
      </button>
    )
  })
}

const CHIPS = {
  cited: 'border-line-strong text-ink-2 hover:bg-ground',
  quoted: 'border-accent bg-accent text-on-accent',
  not_verbatim: 'border-dashed border-wait text-ink',
} as const

function shortName(document: string): string {
  return document.slice(document.lastIndexOf('/') + 1)
}

/** The documents that an answer cites, below it. */
export function Sources() {
  const citations = useCitations()
  const open = useOpen()
  const numbers = numbered(citations)
  const once = [...numbers.keys()].flatMap((name) => citations.find(({ id }) => id === name) ?? [])
  if (once.length === 0) return null
  return (
    <div className="mt-3 border-t border-line pt-2">
      <p className="text-hint text-ink-3">{texts.sources}</p>
      <ul>
        {once.map((citation) => (
          <li key={citation.id}>
            <button
              type="button"
              className="flex min-h-control w-full items-center gap-3 text-start text-label hover:bg-ground"
              onClick={() => open(citation)}
            >
              <span className="min-w-6 rounded-mark border border-line-strong px-1.5 text-center text-hint font-semibold">
                {numbers.get(citation.id)}
              </span>
              <span className="min-w-0 flex-1 truncate">{citation.document}</span>
              <span className="text-hint text-ink-3">{citation.place}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
