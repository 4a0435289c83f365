import { useState } from 'react'
import { contactRelationApi } from '#contract/contacts/relations'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { visuallyHidden } from '../../../ui/accessibility/visually-hidden.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { GraphDrawing } from './GraphDrawing.tsx'

/** The graph of a contact's relations; clicking a node moves it to the middle. */
export function RelationGraph({ contactId }: { contactId: string }) {
  const { t } = useTranslation('relations')
  const go = useGo()
  const [middleId, setMiddleId] = useState(contactId)
  const graph = useApi(contactRelationApi.graph, { params: { id: middleId } }, { quiet: true, keepPrevious: true })
  const start = useApi(contactRelationApi.graph, { params: { id: contactId } }, { quiet: true })
  const middle = graph.data?.nodes[0]
  const first = start.data?.nodes[0]

  return (
    <Panel title={t('graph.title')}>
      {graph.error && <ErrorState message={graph.error.message} onRetry={() => void graph.refetch()} />}
      {!graph.data && !graph.error && <SkeletonLines lines={8} />}
      {graph.data && <GraphDrawing graph={graph.data} onMove={setMiddleId} />}
      <Box sx={{ px: 3, pb: 3, display: 'grid', gap: 2 }}>
        <Typography variant="body2" color="textSecondary">
          {t('graph.hint')} {graph.data?.more && t('graph.more')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {middle && middle.contactRef !== contactId && (
            <Button variant="outlined" onClick={() => go('contact', { id: middle.contactRef })}>
              {t('graph.open', { name: middle.fullName })}
            </Button>
          )}
          {first && middleId !== contactId && (
            <Button onClick={() => setMiddleId(contactId)}>{t('graph.back', { name: first.fullName })}</Button>
          )}
        </Box>
        <Box role="status" sx={visuallyHidden}>
          {middle && middleId !== contactId && t('graph.moved', { name: middle.fullName })}
        </Box>
      </Box>
    </Panel>
  )
}
