import type { Editor } from '@tiptap/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { notify } from '../notices/snackbar.ts'
import { insertPicture, pictureAsData } from './picture.ts'

/** Returns a function that inserts an image file, or notifies the user if the file is refused. */
export function useInsertFile(editor: Editor | null) {
  const { t } = useTranslation('richText')
  return async (file: File) => {
    const src = await pictureAsData(file)
    if (src === null) notify(t('pictureRefused', { name: file.name }), { severity: 3 })
    else if (editor) insertPicture(editor, { src, alt: file.name })
  }
}
