import type { Editor } from '@tiptap/core'
import { asData } from '../files/as-data.ts'

/** The pictures that a message can hold. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export interface Picture {
  src: string
  alt: string
}

const greatest = 1_000_000

/** A picture as it stands in the text itself; null when it is too large or no picture that a message can hold. */
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
