import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { encounterApi } from '#contract/contacts/encounters'
import { type Flame, flameApi } from '#contract/orders/flames'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { inBrowser } from '../../../state/storage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useScreenActions } from '../../../ui/navigation/screen-actions.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { BesideContext, type BesideTab, besideTabs } from './beside.ts'
import { DossierEditor } from './DossierEditor.tsx'
import { FlameTodos } from './FlameTodos.tsx'

const DossierBeside = lazyPart(() => import('./DossierBeside.tsx'), 'DossierBeside')

export const DossierPage = () => <FlamePage>{(flame) => <Desk key={flame.id} flame={flame} />}</FlamePage>
export const FlameTodosPage = () => <FlamePage>{(flame) => <FlameTodos flame={flame} />}</FlamePage>

const besideKey = 'glut.besideDossier'

/** A dossier with the panel beside it, which stays open for the next dossier. */
function Desk({ flame }: { flame: Flame }) {
  const may = useMay()
  const [tab, setTab] = useState(() => besideTabs.find((one) => one === inBrowser.read(besideKey)))
  const show = useCallback((next: BesideTab | undefined) => {
    setTab(next)
    inBrowser.write(besideKey, next ?? '')
  }, [])
  const beside = useMemo(() => ({ tab, show }), [tab, show])
  const { data } = useApi(
    encounterApi.count,
    { params: { id: flame.dossier.contactRef } },
    { enabled: may('ENCOUNTER_READ'), quiet: true },
  )
  useScreenActions(
    may('ENCOUNTER_READ')
      ? {
          timeline: {
            count: data?.count,
            open: tab === 'encounters',
            onClick: () => show(tab === 'encounters' ? undefined : 'encounters'),
          },
        }
      : {},
  )
  return (
    <BesideContext value={beside}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <DossierEditor flame={flame} />
        </Box>
        {tab && (
          <Suspense>
            <DossierBeside flame={flame} tab={tab} onTab={show} onClose={() => show(undefined)} />
          </Suspense>
        )}
      </Box>
    </BesideContext>
  )
}

/** Loads the flame in the URL, or shows why it is not available. */
function FlamePage({ children }: { children: (flame: Flame) => ReactNode }) {
  const { t } = useTranslation('dossiers')
  const { id } = useScreenParams('flame')
  const go = useGo()
  const flame = useApi(flameApi.get, { params: { id } }, { quiet: true })

  if (flame.data) return children(flame.data)
  const status = flame.error?.status
  // an invalid id is answered with 400
  if (status === 404 || status === 400) {
    return <EmptyState title={t('notFound')} action={<Button onClick={() => go('flames')}>{t('toFlames')}</Button>} />
  }
  if (flame.error) {
    const { message } = flame.error
    return <ErrorState title={t('loadFailed')} message={message} onRetry={() => void flame.refetch()} />
  }
  return <SkeletonLines lines={18} height={28} />
}
