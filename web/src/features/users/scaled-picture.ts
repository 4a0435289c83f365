const side = 128

/** Returns the centre of a picture as a small square data URL, which is included in every list of users. */
export async function scaledPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const cut = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2]
  context.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  picture.close()
  // browsers without WebP support return a PNG
  return canvas.toDataURL('image/webp', 0.85)
}
