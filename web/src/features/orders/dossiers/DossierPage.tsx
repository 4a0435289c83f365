import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Flame, flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/SkeletonLines.tsx'
import { useScreenParams } from '../../../ui/screens.ts'
import { DossierEditor } from './DossierEditor.tsx'
import { FlameTodos } from './FlameTodos.tsx'

export const DossierPage = () => <FlamePage>{(flame) => <DossierEditor key={flame.id} flame={flame} />}</FlamePage>
export const FlameTodosPage = () => <FlamePage>{(flame) => <FlameTodos flame={flame} />}</FlamePage>

/** The flame that the address names, or why it is not there. */
function FlamePage({ children }: { children: (flame: Flame) => ReactNode }) {
  const { t } = useTranslation('dossiers')
  const { id } = useScreenParams('flame')
  const flame = useApi(flameApi.get, { params: { id } }, { quiet: true })

  if (flame.data) return children(flame.data)
  const status = flame.error?.status
  // an id that is none is answered as an invalid one
  if (status === 404 || status === 400) return <EmptyState title={t('notFound')} />
  if (flame.error) {
    const { message } = flame.error
    return <ErrorState title={t('loadFailed')} message={message} onRetry={() => void flame.refetch()} />
  }
  return <SkeletonLines lines={18} height={28} />
}
