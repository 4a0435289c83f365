import type { Editor } from '@tiptap/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { notify } from '../notices/snackbar.ts'
import { insertPicture, pictureAsData } from './picture.ts'

/** Puts a picture into the text, or says that it is none that a message can hold. */
export function useInsertFile(editor: Editor | null) {
  const { t } = useTranslation('richText')
  return async (file: File) => {
    const src = await pictureAsData(file)
    if (src === null) notify(t('pictureRefused', { name: file.name }), { severity: 3 })
    else if (editor) insertPicture(editor, { src, alt: file.name })
  }
}
