import { type Webhook, webhookApi } from '#contract/calendars/webhooks'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Secret } from './Secret.tsx'

/** Replaces the secret of a webhook after a confirmation. */
export function RenewDialog({ webhook: { id, version, title }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const { t: ui } = useTranslation('ui')
  const renew = useApiMutation(webhookApi.renewSecret)
  const begin = () =>
    renew.mutate(
      { params: { id }, body: { version } },
      // a notice says that somebody else was first; opened again, the dialog knows the present secret
      { onError: ({ problem }) => problem.code === 'STALE_VERSION' && onClose() },
    )
  const secret = renew.data?.secret
  return (
    <Dialog
      open
      persistent={secret !== undefined}
      title={t('renew.title')}
      onClose={onClose}
      actions={
        secret ? (
          <Button variant="contained" onClick={onClose}>
            {t('kept')}
          </Button>
        ) : (
          <>
            <Button autoFocus onClick={onClose}>
              {ui('action.cancel')}
            </Button>
            <Button variant="contained" loading={renew.isPending} onClick={begin}>
              {t('renew.label')}
            </Button>
          </>
        )
      }
    >
      {secret ? <Secret text={secret} /> : <Typography>{t('renew.message', { title })}</Typography>}
    </Dialog>
  )
}
