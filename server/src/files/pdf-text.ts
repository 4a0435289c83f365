import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const mostPages = 200

/** Returns the text of a PDF page by page, until it has `most` characters. Throws when it cannot be read. */
export async function pdfText(content: Buffer, most: number): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(content),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
  })
  try {
    return await textOfPages(await loading.promise, most)
  } finally {
    await loading.destroy()
  }
}

async function textOfPages(pdf: PDFDocumentProxy, most: number): Promise<string> {
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, mostPages) && text.length < most; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    text += '\n'
    page.cleanup()
  }
  return text
}
