import type { PDFDocumentProxy } from 'unpdf/pdfjs'

/**
 * Opens a PDF for rendering. The renderer is loaded with the first one. Nothing in the file is evaluated as code, and nothing is fetched
 * for it.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await import('unpdf/pdfjs')
  return getDocument({
    // The library takes ownership of the bytes, so it gets a copy.
    data: bytes.slice(),
    enableXfa: false,
    useSystemFonts: false,
    // Glyphs are drawn as paths, so that a font of the file never becomes a font of the page.
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    maxImageSize: 50_000_000,
  }).promise
}
