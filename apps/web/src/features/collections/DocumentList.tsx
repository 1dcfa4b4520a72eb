import {
  collectionRoutes,
  type DocumentState,
  type DocumentView,
  type LinkedFolderView,
} from '@countersign/protocol'
import { Check, FileText, Folder, LoaderCircle, Minus, RotateCw, TriangleAlert, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useClock } from '../../data/context.ts'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { fieldClass } from '../../ui/Section.tsx'
import { ago, count, duration } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { partsText } from './document-line.ts'
import { OcrPart } from './OcrPart.tsx'
import { texts } from './texts.ts'
import { useDocuments } from './use-collections.ts'

/** Documents shown first, and how many more each time; with more than this there is a search field. */
const FIRST = 12
const MORE = 100

interface ListProps {
  readonly collection: string
  readonly onOpen: (document: string) => void
}

/** Linked folders, then documents: those that failed or are in work first. */
export function DocumentList({ collection, onOpen }: ListProps) {
  const [limit, setLimit] = useState(FIRST)
  const [wanted, setWanted] = useState('')
  const [ocr, setOcr] = useState(false)
  const { documents, folders, more } = useDocuments(collection, { limit, wanted: useDeferredValue(wanted) })
  if (documents.length === 0 && folders.length === 0 && wanted === '') return null
  return (
    <section aria-label={texts.list} className="border-b border-line py-1">
      {(more || wanted !== '' || limit > FIRST) && (
        <div className="px-4 py-1">
          <input
            type="search"
            className={`${fieldClass} w-full @xl:w-72`}
            aria-label={texts.find}
            placeholder={texts.find}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        </div>
      )}
      {ocr && <OcrPart onClose={() => setOcr(false)} />}
      <ul>
        {folders.map((folder) => (
          <FolderRow key={folder.id} collection={collection} folder={folder} />
        ))}
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            collection={collection}
            document={document}
            onOpen={onOpen}
            onOcr={() => setOcr(true)}
          />
        ))}
      </ul>
      {more && (
        <div className="px-4 py-1">
          <Button kind="quiet" onClick={() => setLimit(Math.min(500, limit + MORE))}>
            {texts.more}
          </Button>
        </div>
      )}
    </section>
  )
}

const ROW = 'flex min-h-control flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-1 text-label hover:bg-ground'

/** On its own line where there is little room. */
const NAME = 'flex min-h-6 min-w-0 grow basis-full items-center gap-3 text-start @xl:basis-0'

function FolderRow({ collection, folder }: { collection: string; folder: LinkedFolderView }) {
  const clock = useClock()
  const files = Object.values(folder.documents).reduce((sum, many) => sum + many, 0)
  const scanned =
    folder.scanned_at === null ? texts.notScanned : texts.scanned(ago(folder.scanned_at, clock.now()))
  return (
    <li className={ROW}>
      <span className={NAME}>
        <Folder size={15} aria-hidden="true" className="shrink-0 text-ink-3" />
        <code className="min-w-0 truncate font-mono">
          <Visible text={folder.path} />
        </code>
      </span>
      <span className="text-hint text-ink-3">{texts.linked(count(files, 'file'))}</span>
      <span className={cx('text-hint', folder.problem === null ? 'text-ink-3' : 'text-stop')}>
        {folder.problem ?? scanned}
      </span>
      <Button
        kind="quiet"
        size="small"
        onClick={() => void call(collectionRoutes.unlink, { params: { id: collection, folder: folder.id } })}
      >
        {texts.unlink}
      </Button>
    </li>
  )
}

const STATES: Readonly<Record<DocumentState, { readonly icon: typeof Check; readonly colour: string }>> = {
  queued: { icon: LoaderCircle, colour: 'text-ink-3' },
  reading: { icon: LoaderCircle, colour: 'text-accent' },
  indexing: { icon: LoaderCircle, colour: 'text-accent' },
  ready: { icon: Check, colour: 'text-clear' },
  failed: { icon: TriangleAlert, colour: 'text-stop' },
  skipped: { icon: Minus, colour: 'text-ink-3' },
  gone: { icon: X, colour: 'text-ink-3' },
}

/** The server says so in the reason of a scan. */
const NEEDS_OCR = /which OCR can read/

interface RowProps {
  readonly collection: string
  readonly document: DocumentView
  readonly onOcr: () => void
  readonly onOpen: (document: string) => void
}

function DocumentRow({ collection, document, onOpen, onOcr }: RowProps) {
  const clock = useClock()
  const { id, name, state, reason, folder, origin, since } = document
  const { icon: Icon, colour } = STATES[state]
  const params = { id: collection, document: id }
  const open = state === 'queued' || state === 'reading' || state === 'indexing'
  return (
    <li className={ROW} data-document={state}>
      <button
        type="button"
        className={NAME}
        aria-label={texts.open(name)}
        disabled={state !== 'ready'}
        onClick={() => onOpen(id)}
      >
        <FileText size={15} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="min-w-0 truncate">
          <Visible text={name} />
        </span>
      </button>
      {origin === 'others' && <span className="text-hint text-wait">{texts.fromOthers}</span>}
      <span className="w-24 text-hint text-ink-3">{partsText(document)}</span>
      <span className={cx('flex w-20 items-center gap-1.5 text-hint', colour)}>
        <Icon size={14} aria-hidden="true" />
        {texts.states[state]}
      </span>
      <span className="flex items-center gap-2 @xl:w-44 @xl:justify-end">
        {open && (
          <span className="text-hint text-ink-3">{texts.waitsSince(duration(clock.now() - since))}</span>
        )}
        {(state === 'failed' || state === 'skipped') && NEEDS_OCR.test(reason) && (
          <Button size="small" aria-label={texts.ocr.readName(name)} onClick={onOcr}>
            {texts.ocr.read}
          </Button>
        )}
        {(state === 'failed' || state === 'skipped') && !NEEDS_OCR.test(reason) && (
          <Button
            size="small"
            aria-label={texts.retryName(name)}
            onClick={() => void call(collectionRoutes.retry, { params })}
          >
            <RotateCw size={13} aria-hidden="true" />
            {texts.retry}
          </Button>
        )}
        {folder === null && (
          <Button
            kind="quiet"
            size="small"
            aria-label={texts.removeName(name)}
            onClick={() => void call(collectionRoutes.drop, { params })}
          >
            {texts.remove}
          </Button>
        )}
      </span>
      {reason !== '' && (
        <span className="w-full ps-7 text-hint text-ink-2 wrap-anywhere">
          <Visible text={reason} />
        </span>
      )}
    </li>
  )
}
