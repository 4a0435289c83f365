import { limits } from '#contract/limits'

/** In pixels. */
const side = 320

const pictures = /^image\/(png|jpeg|gif|webp|avif|bmp)$/
/** Whether a browser can draw it at all. */
export const hasThumbnail = (mimeType: string) => mimeType === 'application/pdf' || pictures.test(mimeType)

/** A small WebP of a picture or of the first page of a PDF; null for what a browser cannot draw. */
export async function makeThumbnail(content: Blob, mimeType: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  try {
    if (mimeType === 'application/pdf') await drawFirstPage(content, canvas)
    else if (pictures.test(mimeType)) await drawPicture(content, canvas)
    else return null
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
    return small?.type === 'image/webp' && small.size <= limits.document.thumbnailBytes ? small : null
  } catch {
    // a damaged or protected file has no small picture
    return null
  }
}

async function drawFirstPage(content: Blob, canvas: HTMLCanvasElement) {
  const { drawPage, openPdf } = await import('./pdf.ts')
  const pdf = await openPdf(content)
  try {
    await drawPage(pdf, 1, canvas, side, side)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function drawPicture(content: Blob, canvas: HTMLCanvasElement) {
  const picture = await createImageBitmap(content)
  const scale = Math.min(1, side / picture.width, side / picture.height)
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
}
