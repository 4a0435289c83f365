import { useState } from 'react'
import { authApi } from '#contract/users/users'
import { useApiMutation } from '../../api/hooks.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { notify } from '../../ui/notices/snackbar.ts'
import { Typography } from '../../ui/text/Typography.tsx'
import { CodeForm } from './CodeForm.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface Props {
  active: boolean
  /** Called after setup, once the recovery codes are kept, or after removal. */
  onDone: () => Promise<void>
}

type Step = 'idle' | 'setUp' | 'remove'

export function SecondFactor({ active, onDone }: Props) {
  const { t } = useTranslation('users')
  const [step, setStep] = useState<Step>('idle')
  const start = useApiMutation(authApi.startSecondFactor, { onSuccess: () => setStep('setUp') })
  const confirm = useApiMutation(authApi.confirmSecondFactor, { quiet: ['WRONG_SECOND_FACTOR'] })
  const remove = useApiMutation(authApi.removeSecondFactor, { quiet: ['WRONG_SECOND_FACTOR'] })
  const stop = () => setStep('idle')

  if (confirm.data) {
    const kept = async () => {
      await onDone()
      confirm.reset()
      stop()
    }
    return <RecoveryCodes codes={confirm.data.recoveryCodes} onKept={() => void kept()} />
  }
  if (step === 'setUp' && start.data) {
    const { secret, uri } = start.data
    return (
      <>
        <Typography variant="body2" sx={{ mb: 3 }}>
          {t('factor.scan')}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
          <QrCode text={uri} label={t('factor.qr')} />
          <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
            <Typography variant="caption" color="textSecondary" component="div">
              {t('factor.secret')}
            </Typography>
            <Box sx={{ display: 'flex', alignItems: 'center', mb: 4 }}>
              <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
                {secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </Box>
              <CopyButton text={secret} label={t('factor.copySecret')} />
            </Box>
            <CodeForm
              label={t('factor.code')}
              hint={t('factor.codeHint')}
              submit={t('factor.confirm')}
              onCancel={stop}
              onSubmit={(code) => confirm.mutateAsync({ body: { code } })}
            />
          </Box>
        </Box>
      </>
    )
  }
  if (step === 'remove') {
    const removeIt = async (code: string) => {
      await remove.mutateAsync({ body: { code } })
      notify(t('factor.removed'))
      await onDone()
      stop()
    }
    return (
      <CodeForm
        label={t('factor.code')}
        hint={t('factor.removeHint')}
        submit={t('factor.remove')}
        onCancel={stop}
        onSubmit={removeIt}
      />
    )
  }
  return (
    <>
      <Typography variant="body2" sx={{ mb: 3 }}>
        {active ? t('factor.on') : t('factor.off')}
      </Typography>
      {active ? (
        <Button variant="outlined" color="inherit" onClick={() => setStep('remove')}>
          {t('factor.removeTitle')}
        </Button>
      ) : (
        <Button variant="outlined" color="inherit" loading={start.isPending} onClick={() => start.mutate({})}>
          {t('factor.start')}
        </Button>
      )}
    </>
  )
}
