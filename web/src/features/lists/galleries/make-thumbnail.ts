import { limits } from '#contract/limits'

/** Maximum side length in pixels. */
const side = 320

const pictures = /^image\/(png|jpeg|gif|webp|avif|bmp)$/
/** Returns true if the browser can create a thumbnail of the type. */
export const hasThumbnail = (mimeType: string) => mimeType === 'application/pdf' || pictures.test(mimeType)

/** Creates a WebP thumbnail of a picture or the first page of a PDF; null if that is not possible. */
export async function makeThumbnail(content: Blob, mimeType: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  try {
    if (mimeType === 'application/pdf') await drawFirstPage(content, canvas)
    else if (pictures.test(mimeType)) await drawPicture(content, canvas)
    else return null
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))
    return small?.type === 'image/webp' && small.size <= limits.document.thumbnailBytes ? small : null
  } catch {
    // damaged and protected files have no thumbnail
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
