import { collectionRoutes, type DocumentView, type ReadPassage, type Reply } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { FileText, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { lazy } from '../../ui/lazy.ts'
import { Visible } from '../../ui/Visible.tsx'
import { partsText } from './document-line.ts'
import { texts } from './texts.ts'
import { documentBytes } from './use-collections.ts'

const PdfView = lazy(async () => ({ default: (await import('./PdfView.tsx')).PdfView }))

/** A document, and the passage to open it at. */
export interface Opened {
  readonly collection: string
  readonly document: string
  readonly passage: string | null
}

/** The extracted text of a document, with the passage highlighted. */
export function DocumentText({ opened, onClose }: { opened: Opened; onClose?: () => void }) {
  const [from, setFrom] = useState<number | null>(null)
  const found = useQuery({
    queryKey: ['collections', opened.collection, 'text', opened.document, opened.passage, from],
    queryFn: () =>
      valueOf(
        call(collectionRoutes.text, {
          params: { id: opened.collection, document: opened.document },
          query: {
            ...(opened.passage === null ? {} : { around: opened.passage }),
            ...(from === null ? {} : { from }),
          },
        }),
      ),
    retry: false,
  })
  const data = found.data
  const isPdf = data?.document.kind === 'PDF' && data.document.parts > 0
  const [asText, setAsText] = useState(false)
  const cited = data?.passages.find(({ id }) => id === opened.passage)
  return (
    <div className="flex h-full min-h-0 flex-col bg-panel">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5">
        <FileText size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          <Visible text={data?.document.name ?? texts.document} />
        </h2>
        {data !== undefined && <span className="text-hint text-ink-3">{partsText(data.document)}</span>}
        {isPdf && <ShownAs asText={asText} onChange={setAsText} />}
        {onClose !== undefined && (
          <Button kind="quiet" size="icon" aria-label={texts.close} onClick={onClose}>
            <X size={16} aria-hidden="true" />
          </Button>
        )}
      </div>
      {isPdf && !asText ? (
        <PdfPages opened={opened} document={data.document} cited={cited} />
      ) : (
        <Passages
          data={data}
          problem={found.error?.message ?? texts.loading}
          passage={opened.passage}
          onFrom={setFrom}
        />
      )}
      {cited !== undefined && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2">
          <code className="font-mono text-hint text-ink-3">{cited.id}</code>
          <span className="text-hint text-ink-2">{cited.place}</span>
          <span className="ms-auto">
            <CopyButton text={cited.text} label={texts.copyQuote} />
          </span>
        </div>
      )}
    </div>
  )
}

interface PassagesProps {
  readonly data: Reply<typeof collectionRoutes.text> | undefined
  /** Shown while there is nothing else. */
  readonly problem: string
  readonly passage: string | null
  readonly onFrom: (ordinal: number) => void
}

function Passages({ data, problem, passage: cited, onFrom }: PassagesProps) {
  const first = data?.passages[0]?.ordinal ?? 0
  const last = data?.passages.at(-1)?.ordinal ?? 0
  return (
    <div
      className="min-h-0 flex-1 overflow-auto px-4 py-3"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={texts.content}
    >
      <div className="mx-auto flex max-w-[42rem] flex-col gap-3">
        {data === undefined && <p className="text-ink-3">{problem}</p>}
        {data?.passages.length === 0 && (
          <p className="text-ink-3">{data.document.reason === '' ? texts.noText : data.document.reason}</p>
        )}
        {first > 0 && (
          <Button kind="quiet" onClick={() => onFrom(Math.max(0, first - PAGE))}>
            {texts.earlier}
          </Button>
        )}
        {data?.passages.map((passage, index) => (
          <PassageText
            key={passage.id}
            passage={passage}
            before={data.passages[index - 1]}
            cited={passage.id === cited}
          />
        ))}
        {data?.more === true && (
          <Button kind="quiet" onClick={() => onFrom(last + 1)}>
            {texts.later}
          </Button>
        )}
      </div>
    </div>
  )
}

function ShownAs({ asText, onChange }: { asText: boolean; onChange: (asText: boolean) => void }) {
  return (
    <div role="group" aria-label={texts.shownAs} className="flex">
      {[false, true].map((one) => (
        <Button
          key={String(one)}
          {...(asText === one ? {} : { kind: 'quiet' as const })}
          size="small"
          aria-pressed={asText === one}
          onClick={() => onChange(one)}
        >
          {one ? texts.asText : texts.asPages}
        </Button>
      ))}
    </div>
  )
}

/** The rendered pages of a PDF, starting with the one that has the passage. */
function PdfPages(props: { opened: Opened; document: DocumentView; cited: ReadPassage | undefined }) {
  const { opened, document, cited } = props
  const found = useQuery({
    queryKey: ['collections', opened.collection, 'file', opened.document],
    queryFn: () => documentBytes(opened.collection, opened.document),
    retry: false,
  })
  if (found.data === undefined)
    return <p className="flex-1 p-4 text-ink-3">{found.error?.message ?? texts.loading}</p>
  return (
    <Suspense fallback={<p className="flex-1 p-4 text-ink-3">{texts.loading}</p>}>
      <PdfView
        name={document.name}
        bytes={found.data}
        page={cited?.page ?? 1}
        passage={cited?.text ?? null}
      />
    </Suspense>
  )
}

/** Passages per request. */
const PAGE = 40

function PassageText(props: { passage: ReadPassage; before: ReadPassage | undefined; cited: boolean }) {
  const { passage, before, cited } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (cited) place.current?.scrollIntoView({ block: 'center' })
  }, [cited])
  // Markdown has its own headings in the text.
  const heading =
    passage.heading !== '' && passage.heading !== before?.heading && !/^#{1,6} /.test(passage.text)
  return (
    <div ref={place} data-cited={cited ? '' : undefined}>
      {heading && (
        <h3 className="mt-2 mb-1 font-semibold">
          <Visible text={passage.heading} />
        </h3>
      )}
      {passage.place !== '' && passage.place !== before?.place && (
        <p className="text-hint text-ink-3">
          <Visible text={passage.place} />
        </p>
      )}
      <p
        className={cx(
          'whitespace-pre-wrap wrap-anywhere',
          cited && 'border-s-[3px] border-clear bg-clear-bg ps-3 py-1',
        )}
      >
        <Visible text={passage.text} />
      </p>
    </div>
  )
}
