import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { type ContactImport, importApi } from '#contract/contacts/imports'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook } from '../../../ui/layout/look.ts'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { ImportActions } from './ImportActions.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportResults } from './ImportResults.tsx'
import { isBusy, useStateWord } from './import-words.ts'
import { MappingPanel } from './MappingPanel.tsx'

/** An import from preview to results, with live progress. */
export function ImportView({ id }: { id: string }) {
  const { t } = useTranslation('imports')
  const go = useGo()
  const stateWord = useStateWord()
  const read = useApi(importApi.get, { params: { id } }, { quiet: true })
  const own = read.data
  const busy = own ? isBusy(own.state) : true
  const [settingUp, setSettingUp] = useState(false)

  return (
    <Box sx={pageLook}>
      <PageHeader title={own?.fileName ?? t('title')} subtitle={own && stateWord(own)}>
        <Button startIcon={<ArrowBackIcon />} onClick={() => go('csvImport')}>
          {t('list.back')}
        </Button>
        {own && !busy && <ImportActions own={own} onSetUp={() => setSettingUp(true)} settingUp={settingUp} />}
      </PageHeader>
      {!own && !read.error && <SkeletonLines lines={8} />}
      {!own && read.error && <ErrorState message={read.error.message} onRetry={() => void read.refetch()} />}
      {own?.message && (
        <Alert severity={own.state === 'FAILED' ? 'error' : 'info'} variant="outlined" sx={{ mb: 3 }}>
          {own.message}
        </Alert>
      )}
      {own && <Content own={own} settingUp={settingUp} onStarted={() => setSettingUp(false)} />}
    </Box>
  )
}

interface ContentProps {
  own: ContactImport
  settingUp: boolean
  onStarted: () => void
}

function Content({ own, settingUp, onStarted }: ContentProps) {
  if (own.state === 'UPLOADED' || (settingUp && !isBusy(own.state))) {
    return <MappingPanel own={own} onStarted={onStarted} />
  }
  return (
    <>
      {isBusy(own.state) && <ImportProgress own={own} />}
      <ImportResults own={own} />
    </>
  )
}
