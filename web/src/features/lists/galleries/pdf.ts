import type { PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** The PDF library, loaded with the first PDF. */
let library: Promise<typeof import('pdfjs-dist')> | undefined

function pdfjs() {
  library ??= import('pdfjs-dist').then((loaded) => {
    loaded.GlobalWorkerOptions.workerSrc = workerUrl
    return loaded
  })
  return library
}

/** Opens a PDF by URL, which only loads the required parts, or from a Blob. Call `destroy` when done. */
export async function openPdf(source: string | Blob): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await pdfjs()
  const content = typeof source === 'string' ? { url: source } : { data: new Uint8Array(await source.arrayBuffer()) }
  return getDocument({
    ...content,
    // The content security policy allows neither eval nor WebAssembly.
    isEvalSupported: false,
    useWasm: false,
    wasmUrl: new URL('/assets/pdfjs/', window.location.href).href,
    standardFontDataUrl: new URL('/assets/pdfjs/', window.location.href).href,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
}

/** Renders a page into a canvas with at most `width` by `height` device pixels. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  height = Number.POSITIVE_INFINITY,
): Promise<void> {
  const page = await pdf.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: Math.min(width / natural.width, height / natural.height) })
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  await page.render({ canvas, viewport }).promise
}
