import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { telephonyApi } from '#contract/calls/telephony'
import { useApi, useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useUnsavedChanges } from '../../ui/forms/unsaved-changes.ts'
import { Box } from '../../ui/layout/Box.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { Typography } from '../../ui/text/Typography.tsx'

/** The sipgate account used for outgoing calls; the token is never displayed again. */
export function SipgateAccount() {
  const { t } = useTranslation('telephony')
  const { t: ui } = useTranslation('ui')
  const { data } = useApi(telephonyApi.sipgateAccount, {})
  const save = useApiMutation(telephonyApi.saveSipgateAccount, { onSuccess: () => notify(t('dial.saved')) })
  const [typed, setTyped] = useState<string>()
  const [token, setToken] = useState('')
  const latest = useRef({ typed, token })
  useEffect(() => {
    latest.current = { typed, token }
  }, [typed, token])
  const tokenId = typed ?? data?.tokenId ?? ''
  const leaving = useUnsavedChanges(tokenId !== (data?.tokenId ?? '') || token !== '')

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(
      { body: { tokenId, token } },
      {
        onSuccess() {
          const { typed: typedNow, token: tokenNow } = latest.current
          // input changed during the save stays unsaved
          if (typedNow === typed) setTyped(undefined)
          if (tokenNow === token) setToken('')
          if (typedNow === typed && tokenNow === token) leaving.settle()
        },
      },
    )
  }

  return (
    <Panel title={t('dial.title')}>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, px: 3, pb: 3 }}>
        <Typography variant="body2">{t('dial.is')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <TextField
            label={t('dial.tokenId')}
            value={tokenId}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
          />
          <TextField
            label={t('dial.token')}
            type="password"
            value={token}
            onChange={({ target }) => setToken(target.value)}
            slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'new-password' } }}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={!data || save.isPending || (tokenId !== '' && token === '')}
          >
            {ui('action.save')}
          </Button>
        </Box>
      </Box>
    </Panel>
  )
}
