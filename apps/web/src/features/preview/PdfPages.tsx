import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { cx } from '../../ui/cx.ts'
import { Page } from '../../ui/Page.tsx'
import { openPdf } from '../../ui/open-pdf.ts'
import { texts } from './texts.ts'

/** Most pages that are drawn, one below the other. */
const PAGE_LIMIT = 200

/** A PDF as pictures of its pages. Its scripts and forms are not even read. */
export function PdfPages({ path, bytes }: { path: string; bytes: Uint8Array }) {
  const [opened, setOpened] = useState<PDFDocumentProxy | 'bad' | null>(null)
  useEffect(() => {
    let gone = false
    let document: PDFDocumentProxy | undefined
    openPdf(bytes).then(
      (made) => {
        document = made
        if (gone) void made.loadingTask.destroy()
        else setOpened(made)
      },
      () => {
        if (!gone) setOpened('bad')
      },
    )
    return () => {
      gone = true
      void document?.loadingTask.destroy()
    }
  }, [bytes])
  if (opened === null) return <Page>{texts.loading}</Page>
  if (opened === 'bad') return <Page>{texts.badPdf}</Page>
  const many = Math.min(opened.numPages, PAGE_LIMIT)
  return (
    <div
      className="h-full overflow-auto bg-ground p-4"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be focused, so that keys scroll it
      tabIndex={0}
      role="region"
      aria-label={texts.page(path)}
    >
      <ol aria-label={texts.pages} className="flex flex-col items-center gap-4">
        {Array.from({ length: many }, (_, index) => (
          <li key={index} className="w-full max-w-[60rem]">
            <PdfPage document={opened} number={index + 1} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Drawn when it comes near the screen. */
function PdfPage({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const [text, setText] = useState('')
  useEffect(() => {
    if (canvas.current === null) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    seen.observe(canvas.current)
    return () => seen.disconnect()
  }, [])
  useEffect(() => {
    const target = canvas.current
    if (!near || target === null) return
    let stop = (): void => {}
    void (async () => {
      const page = await document.getPage(number)
      const width = target.clientWidth || 600
      const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(2, window.devicePixelRatio)
      const viewport = page.getViewport({ scale })
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      setDrawn(true)
      // No annotations: the file's links and forms are omitted.
      const drawing = page.render({ canvas: target, viewport, annotationMode: 0 })
      stop = () => drawing.cancel()
      await drawing.promise
      const { items } = await page.getTextContent()
      setText(
        items
          .map((item) => ('str' in item ? item.str : ''))
          .join(' ')
          .slice(0, 20_000),
      )
    })().catch(() => undefined)
    return () => stop()
  }, [document, number, near])
  const label = texts.pdfPage(number, document.numPages)
  return (
    <figure>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        data-pdf-page={number}
        data-drawn={text === '' ? undefined : ''}
        // Until it is drawn it has the shape of a common page, so that not all of them are near the screen at once.
        className={cx('h-auto w-full border border-line bg-[white]', !drawn && 'aspect-[1/1.414]')}
      />
      <p className="sr-only">{text}</p>
      <figcaption className="py-1 text-center text-hint text-ink-3">{label}</figcaption>
    </figure>
  )
}
