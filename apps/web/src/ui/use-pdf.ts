import { useEffect, useState } from 'react'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { openPdf } from './open-pdf.ts'

/** The opened file; null while it loads; `bad` if it cannot be read. */
export function usePdf(bytes: Uint8Array): PDFDocumentProxy | 'bad' | null {
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
  return opened
}
