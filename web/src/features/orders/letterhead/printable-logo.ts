import { limits } from '#contract/limits'

/** Redraws a logo in the browser for printing, so that an SVG is sharp and cannot contain scripts. */
export async function printableLogo(file: File): Promise<File> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
    return await redrawn(picture, file.type)
  } finally {
    URL.revokeObjectURL(picture.src)
  }
}

async function redrawn(picture: HTMLImageElement, type: string): Promise<File> {
  const most = limits.letterhead.logoPixels
  const scale = most / Math.max(picture.naturalWidth, picture.naturalHeight, type === 'image/svg+xml' ? 1 : most)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(picture.naturalWidth * scale))
  canvas.height = Math.max(1, Math.floor(picture.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const written = type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, written, 0.92))
  if (!content) throw new Error('the browser draws no picture')
  return new File([content], written === 'image/jpeg' ? 'logo.jpg' : 'logo.png', { type: written })
}
