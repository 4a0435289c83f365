import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import ErrorIcon from '@mui/icons-material/Error'
import { useEffect, useRef } from 'react'
import { mailboxApi } from '#contract/mail/mailboxes'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useFormMethods } from '../../../ui/forms/form-methods.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { MailboxForm, type MailboxValues } from './mailbox-form.ts'

/** Tests the connection with the values of the form and shows the result of each step. */
export function ConnectionTest({ mailboxId }: { mailboxId: string | null }) {
  const { t } = useTranslation('mailboxes')
  const form = useFormMethods<MailboxValues>()
  const test = useApiMutation(mailboxApi.test)

  async function run() {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    test.mutate({ body: { ...MailboxForm.parse(form.getValues()), id: mailboxId } })
  }

  const result = useRef<HTMLElement>(null)
  // the result would be below the visible part of a long form
  useEffect(() => {
    if (test.data) result.current?.scrollIntoView({ block: 'end' })
  }, [test.data])

  const steps = test.data?.steps ?? []
  return (
    <Box component="section" aria-label={t('test.title')}>
      <Button variant="outlined" loading={test.isPending} onClick={() => void run()}>
        {t('action.test')}
      </Button>
      <Box role="status" ref={result} sx={{ mt: 2 }}>
        {test.isPending && <Typography variant="body2">{t('test.running')}</Typography>}
        {!test.isPending && steps.length > 0 && (
          <Paper component="ol" sx={{ listStyle: 'none', m: 0, p: 3, display: 'grid', gap: 2 }}>
            {steps.map(({ step, ok, detail, said }) => (
              <Box component="li" key={step} sx={{ display: 'flex', gap: 2 }}>
                {ok ? (
                  <CheckCircleIcon color="success" titleAccess={t('test.done')} />
                ) : (
                  <ErrorIcon color="error" titleAccess={t('test.failed')} />
                )}
                <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Typography sx={{ fontWeight: 600 }}>{t(`test.${step}`)}</Typography>
                  {detail && <Typography variant="body2">{detail}</Typography>}
                  {said && (
                    <Typography variant="caption" color="textSecondary">
                      {t('fact.said', { text: said })}
                    </Typography>
                  )}
                </Box>
              </Box>
            ))}
            {steps.every(({ ok }) => ok) && <Typography component="li">{t('test.ok')}</Typography>}
          </Paper>
        )}
      </Box>
    </Box>
  )
}
