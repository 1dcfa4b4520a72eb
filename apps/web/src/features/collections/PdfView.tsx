import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { PdfPage, type DrawnPage } from '../../ui/PdfPage.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { usePdf } from '../../ui/use-pdf.ts'
import { passageBoxes, type Box } from './passage-boxes.ts'
import { texts } from './texts.ts'

interface PdfProps {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The page that is shown first. */
  readonly page: number
  /** The text that is highlighted there; null: none. */
  readonly passage: string | null
}

/** Widths of a page, as shares of the room. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const
const WHOLE = 2

/** Pages of a PDF, one at a time, with the passage highlighted in place. */
export function PdfView({ name, bytes, page, passage }: PdfProps) {
  const opened = usePdf(bytes)
  const [number, setNumber] = useState(page)
  const [zoom, setZoom] = useState(WHOLE)
  if (opened === null) return <p className="p-4 text-ink-3">{texts.loading}</p>
  if (opened === 'bad') return <p className="p-4 text-ink-3">{texts.badPdf}</p>
  const share = ZOOMS[zoom] ?? 1
  const highlights = highlighted(number === page ? passage : null)
  const go = (to: number) => setNumber(Math.min(opened.numPages, Math.max(1, to)))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-1 border-b border-line px-4 py-1 text-label">
        <label className="flex items-center gap-2 text-ink-2">
          {texts.page}
          <input
            type="number"
            min={1}
            max={opened.numPages}
            value={number}
            className={`${fieldClass} w-16 text-center`}
            onChange={(event) => {
              if (event.target.value !== '') go(Number(event.target.value))
            }}
          />
        </label>
        <span className="me-1 text-ink-2">{texts.ofPages(opened.numPages)}</span>
        <Tool label={texts.pageBefore} disabled={number <= 1} onPress={() => go(number - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Tool>
        <Tool label={texts.pageAfter} disabled={number >= opened.numPages} onPress={() => go(number + 1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </Tool>
        <span className="ms-auto flex gap-1">
          <Tool label={texts.smaller} disabled={zoom === 0} onPress={() => setZoom(zoom - 1)}>
            <ZoomOut size={16} aria-hidden="true" />
          </Tool>
          <Tool label={texts.larger} disabled={zoom === ZOOMS.length - 1} onPress={() => setZoom(zoom + 1)}>
            <ZoomIn size={16} aria-hidden="true" />
          </Tool>
          <Tool label={texts.download} onPress={() => download(name, bytes)}>
            <Download size={16} aria-hidden="true" />
          </Tool>
        </span>
      </div>
      <div
        className="min-h-0 flex-1 overflow-auto bg-ground p-4"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={texts.content}
      >
        <figure
          className="relative mx-auto"
          style={{ width: `${share * 100}%`, maxWidth: `${share * 56}rem` }}
        >
          <PdfPage
            key={`${number} ${zoom}`}
            document={opened}
            number={number}
            label={texts.pageOf(number, opened.numPages)}
            over={highlights}
          />
        </figure>
      </div>
    </div>
  )
}

function Tool(props: { label: string; disabled?: boolean; onPress: () => void; children: React.ReactNode }) {
  const { label, disabled = false, onPress, children } = props
  return (
    <Button kind="quiet" size="icon" aria-label={label} title={label} disabled={disabled} onClick={onPress}>
      {children}
    </Button>
  )
}

function highlighted(passage: string | null) {
  return (page: DrawnPage) => passage !== null && <Highlights page={page} passage={passage} />
}

function Highlights({ page, passage }: { page: DrawnPage; passage: string }) {
  const boxes = useMemo(() => passageBoxes(page.pieces, passage), [page, passage])
  return boxes.map((box, index) => <Highlight key={index} box={box} page={page} first={index === 0} />)
}

function Highlight({ box, page, first }: { box: Box; page: DrawnPage; first: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (first) place.current?.scrollIntoView({ block: 'center' })
  }, [first])
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <span
      ref={place}
      aria-hidden="true"
      data-highlight=""
      // A page is white in every theme: the colour darkens it like a marker.
      className="absolute bg-clear/25 mix-blend-multiply"
      style={{
        left: percent(box.left, page.width),
        top: percent(page.height - box.bottom - box.height, page.height),
        width: percent(box.width, page.width),
        height: percent(box.height, page.height),
      }}
    />
  )
}

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = window.document.createElement('a')
  link.href = address
  link.download = name.slice(name.lastIndexOf('/') + 1)
  link.click()
  URL.revokeObjectURL(address)
}
