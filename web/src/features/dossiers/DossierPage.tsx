import { flameApi } from '@glut/contract/flames'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/hooks.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../ui/SkeletonLines.tsx'
import { DossierEditor } from './DossierEditor.tsx'

export function DossierPage() {
  const { t } = useTranslation('dossiers')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const flame = useApi(flameApi.get, { params: { id } }, { quiet: true })

  if (flame.data) return <DossierEditor key={id} flame={flame.data} />
  const status = flame.error?.status
  // an id that is none is answered as an invalid one
  if (status === 404 || status === 400) return <EmptyState title={t('notFound')} />
  if (flame.error) {
    const { message } = flame.error
    return <ErrorState title={t('loadFailed')} message={message} onRetry={() => void flame.refetch()} />
  }
  return <SkeletonLines lines={18} height={28} />
}
