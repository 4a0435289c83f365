import ImageIcon from '@mui/icons-material/Image'
import type { Editor } from '@tiptap/core'
import { type ComponentType, Suspense, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { EditorButton } from './EditorButton.tsx'
import { EditorMenu } from './EditorMenu.tsx'
import { insertPicture, type Picture, pictureTypes } from './picture.ts'
import { useInsertFile } from './use-insert-file.ts'

/** A dialog to choose one of the uploaded pictures. */
export type Gallery = ComponentType<{ onChoose: (picture: Picture) => void; onClose: () => void }>

/** Inserts a picture from a file or, if there is one, from the gallery. */
export function PictureButton({ editor, gallery: Gallery }: { editor: Editor; gallery: Gallery | undefined }) {
  const { t } = useTranslation('richText')
  const input = useRef<HTMLInputElement>(null)
  const [inGallery, setInGallery] = useState(false)
  const chooseOwn = () => input.current?.click()

  const insertFile = useInsertFile(editor)

  return (
    <>
      {Gallery ? (
        <EditorMenu
          label={t('button.picture')}
          icon={<ImageIcon />}
          items={[
            { id: 'own', label: t('picture.own') },
            { id: 'gallery', label: t('picture.gallery') },
          ]}
          onChoose={(from) => (from === 'own' ? chooseOwn() : setInGallery(true))}
        />
      ) : (
        <EditorButton label={t('button.picture')} onClick={chooseOwn}>
          <ImageIcon />
        </EditorButton>
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join()}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void insertFile(file)
          event.target.value = ''
        }}
      />
      {inGallery && Gallery && (
        <Suspense>
          <Gallery
            onClose={() => setInGallery(false)}
            onChoose={(chosen) => {
              setInGallery(false)
              insertPicture(editor, chosen)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
