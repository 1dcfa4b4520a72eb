import type { PDFDocumentProxy } from 'unpdf/pdfjs'

/** Opens a PDF for drawing. Its own code is fetched with the first one. No part of the file is made into code, and none is fetched. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await import('unpdf/pdfjs')
  return getDocument({
    // It takes the bytes away from whoever gave them.
    data: bytes.slice(),
    enableXfa: false,
    useSystemFonts: false,
    // Letters are drawn as lines: a font of the file never becomes one of the page.
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    maxImageSize: 50_000_000,
  }).promise
}
