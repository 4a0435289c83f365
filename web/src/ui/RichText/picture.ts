import type { Editor } from '@tiptap/core'
import { asData } from '../files/as-data.ts'

/** The image types allowed in a message. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export interface Picture {
  src: string
  alt: string
}

const greatest = 1_000_000

/** Returns a picture as a data URL, or null if it is too large or has an unsupported type. */
export async function pictureAsData(file: File): Promise<string | null> {
  if (!pictureTypes.includes(file.type) || file.size > greatest) return null
  return asData(file).catch(() => null)
}

export const insertPicture = (editor: Editor, { src, alt }: Picture): boolean =>
  editor
    .chain()
    .focus()
    .setImage({ src, alt: alt.replace(/\.\w+$/, '') })
    .run()
