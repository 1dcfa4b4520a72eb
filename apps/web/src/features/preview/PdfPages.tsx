import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { Page } from '../../ui/Page.tsx'
import { PdfPage } from '../../ui/PdfPage.tsx'
import { usePdf } from '../../ui/use-pdf.ts'
import { texts } from './texts.ts'

/** Most pages that are drawn, one below the other. */
const PAGE_LIMIT = 200

/** A PDF as pictures of its pages. Its scripts and forms are not even read. */
export function PdfPages({ path, bytes }: { path: string; bytes: Uint8Array }) {
  const opened = usePdf(bytes)
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
            <NearPage document={opened} number={index + 1} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Drawn when it comes near the screen. */
function NearPage({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const place = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    seen.observe(place.current)
    return () => seen.disconnect()
  }, [])
  const label = texts.pdfPage(number, document.numPages)
  return (
    <figure ref={place}>
      <PdfPage document={document} number={number} label={label} isWanted={isNear} />
      <figcaption className="py-1 text-center text-hint text-ink-3">{label}</figcaption>
    </figure>
  )
}
