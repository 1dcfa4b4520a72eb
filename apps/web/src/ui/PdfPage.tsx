import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { cx } from './cx.ts'

/** A rendered page: its size in its own units, and its text. */
export interface DrawnPage {
  readonly width: number
  readonly height: number
  readonly pieces: readonly PdfPiece[]
}

export type PdfPiece = Extract<
  Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number],
  { readonly str: string }
>

interface PageProps {
  readonly document: PDFDocumentProxy
  readonly number: number
  readonly label: string
  /** Whether the page should be rendered now. */
  readonly isWanted?: boolean
  /** An overlay for the rendered page. */
  readonly over?: (drawn: DrawnPage) => React.ReactNode
}

/** The most characters of a page that screen readers get. */
const READ = 20_000

/** A page of a PDF as an image, with its text for screen readers. */
export function PdfPage({ document, number, label, isWanted = true, over }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isSized, setSized] = useState(false)
  const [drawn, setDrawn] = useState<DrawnPage | null>(null)
  useEffect(() => {
    const target = canvas.current
    if (!isWanted || target === null) return
    let stop = (): void => {}
    drawPage({ document, number, target }, (cancel) => {
      stop = cancel
      setSized(true)
    }).then(setDrawn, () => undefined)
    return () => stop()
  }, [document, number, isWanted])
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        data-pdf-page={number}
        data-drawn={drawn === null ? undefined : ''}
        // Until it is rendered it has a common page shape, so that not all pages are near the viewport at once.
        className={cx('h-auto w-full border border-line bg-[white]', !isSized && 'aspect-[1/1.414]')}
      />
      {drawn === null ? null : over?.(drawn)}
      <p className="sr-only">
        {drawn?.pieces
          .map(({ str }) => str)
          .join(' ')
          .slice(0, READ)}
      </p>
    </>
  )
}

async function drawPage(
  {
    document,
    number,
    target,
  }: { readonly document: PDFDocumentProxy; readonly number: number; readonly target: HTMLCanvasElement },
  onBegin: (cancel: () => void) => void,
): Promise<DrawnPage> {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = ((target.clientWidth || 600) / width) * Math.min(2, window.devicePixelRatio)
  const viewport = page.getViewport({ scale })
  target.width = Math.floor(viewport.width)
  target.height = Math.floor(viewport.height)
  // Annotations are left out, so that the file cannot add links or forms.
  const drawing = page.render({ canvas: target, viewport, annotationMode: 0 })
  onBegin(() => drawing.cancel())
  await drawing.promise
  const { items } = await page.getTextContent()
  return { width, height, pieces: items.flatMap((item) => ('str' in item ? [item] : [])) }
}
