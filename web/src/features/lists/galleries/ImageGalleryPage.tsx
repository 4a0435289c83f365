import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { DocumentBrowser } from './DocumentBrowser.tsx'
import { imageGallery } from './library.ts'

export function ImageGalleryPage() {
  const { t } = useTranslation('documents')
  const { t: shell } = useTranslation('shell')
  const mayWrite = useMay()(imageGallery.write)
  const list = useApi(imageGallery.api.list, {}, { quiet: true })
  return (
    <DocumentBrowser
      library={imageGallery}
      files={list.data}
      error={list.error}
      history={{ list: 'imageGallery', name: shell('screen.imageGallery') }}
      onRetry={() => void list.refetch()}
      mayWrite={mayWrite}
      mayRemove={mayWrite}
      empty={t('empty.images')}
    />
  )
}
