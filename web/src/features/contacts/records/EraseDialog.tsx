import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Contact } from '#contract/contacts/contacts'
import { contactRecordApi, type ErasedKind, type ErasurePreview } from '#contract/contacts/records'
import { useApi, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { Typography } from '../../../ui/text/Typography.tsx'

/** Previews what erasing a contact removes and keeps; the user confirms by typing the name. */
export function EraseDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation('records')
  const { t: ui } = useTranslation('ui')
  const go = useGo()
  const params = { id: contact.id }
  const preview = useApi(contactRecordApi.preview, { params }, { quiet: true })
  const [typed, setTyped] = useState('')
  const erase = useApiMutation(contactRecordApi.erase, {
    onSuccess: () => {
      notify(t('done', { name: contact.fullName }))
      onClose()
      go('contacts', {}, { replace: true })
    },
  })
  const confirmed = preview.data !== undefined && typed.trim() === preview.data.fullName.trim()

  return (
    <Dialog
      open
      title={t('title', { name: contact.fullName })}
      width={560}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button
            variant="contained"
            color="error"
            disabled={!confirmed}
            loading={erase.isPending}
            onClick={() => erase.mutate({ params, body: { name: typed } })}
          >
            {t('run')}
          </Button>
        </>
      }
    >
      <Alert severity="warning" variant="outlined" sx={{ mb: 3 }}>
        {t('intro')}
      </Alert>
      {preview.error && (
        <ErrorState title={t('loadFailed')} message={preview.error.message} onRetry={() => void preview.refetch()} />
      )}
      {preview.isPending && <SkeletonLines lines={5} />}
      {preview.data && (
        <>
          <PreviewLists preview={preview.data} />
          <Typography variant="body2">{t('confirm', { name: preview.data.fullName })}</Typography>
          <TextField
            fullWidth
            autoComplete="off"
            label={t('name')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            sx={{ mt: 2 }}
          />
        </>
      )}
    </Dialog>
  )
}

function PreviewLists({ preview }: { preview: ErasurePreview }) {
  const { t } = useTranslation('records')
  const line = ({ what, count }: { what: string; count: number }) =>
    t('line', { what: t(`what.${what as ErasedKind}`, { defaultValue: what }), count: formatNumber(count) })
  const { goes, stays, files, handedOver } = preview
  return (
    <>
      <Lines title={t('goes')} lines={[...goes.map(line), ...(files > 0 ? [t('files', { count: files })] : [])]} />
      {stays.length > 0 && (
        <Lines title={t('stays')} lines={stays.map((one) => `${line(one)} (${t(`because.${one.because}`)})`)} />
      )}
      {handedOver > 0 && <Typography variant="body2">{t('handedOver', { count: handedOver })}</Typography>}
    </>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <Typography variant="h3" component="h3">
        {title}
      </Typography>
      <Box component="ul" aria-label={title} sx={{ mt: 1, mb: 3, pl: 5, fontSize: 13 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </>
  )
}
