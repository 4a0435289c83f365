import EventIcon from '@mui/icons-material/Event'
import Alert from '@mui/material/Alert'
import { Link } from '@tanstack/react-router'
import { pathOf } from '#contract/endpoint'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { colonAfter } from '../../../i18n/written.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { formatDateTime, toWallTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Paper } from '../../../ui/layout/Paper.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

/** Warnings about a message. */
export function MailNotices({ email }: { email: Email }) {
  const { t } = useTranslation('emails')
  const { parseState, seal, bounces, invitations } = email
  return (
    <>
      {parseState === 'FAILED' && <Alert severity="warning">{t('message.parseFailed')}</Alert>}
      {parseState === 'DAMAGED' && <Alert severity="info">{t('message.damaged')}</Alert>}
      {parseState === 'TEXT_ONLY' && <Alert severity="info">{t('message.textOnly')}</Alert>}
      {seal === 'SIGNED' && <Alert severity="info">{t('message.signed')}</Alert>}
      {seal === 'ENCRYPTED' && <Alert severity="warning">{t('message.encrypted')}</Alert>}
      {bounces.map(({ recipient, delayed, diagnostic, originalRef }) => (
        <Alert key={recipient} severity={delayed ? 'warning' : 'error'}>
          {t(delayed ? 'bounce.delayed' : 'bounce.failed', { recipient })}
          {diagnostic && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {diagnostic}
            </Typography>
          )}
          {originalRef && originalRef !== email.id && (
            <Link to={pathTo('email', { emailId: originalRef })} style={{ color: 'inherit' }}>
              {t('bounce.original')}
            </Link>
          )}
        </Alert>
      ))}
      {invitations.map((invitation) => (
        <Invitation key={invitation.attachmentRef} emailId={email.id} invitation={invitation} />
      ))}
    </>
  )
}

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString()
const methods = ['REQUEST', 'CANCEL', 'REPLY', 'PUBLISH'] as const

function Invitation({ emailId, invitation }: { emailId: string; invitation: Email['invitations'][number] }) {
  const { t } = useTranslation('emails')
  const { method, title, startsAtUtc, endsAtUtc, wholeDay, place, organiser, attachmentRef } = invitation
  const day = (instant: string) => formatDate(toWallTime(instant).slice(0, 10))
  // the end of whole days is midnight after the last one
  const lastDay = endsAtUtc && startsAtUtc && endsAtUtc > startsAtUtc ? justBefore(endsAtUtc) : null
  const when = [startsAtUtc, wholeDay ? lastDay : endsAtUtc]
    .filter((instant) => instant !== null)
    .map((instant) => (wholeDay ? day(instant) : formatDateTime(instant)))
  const facts = [
    [t('invitation.when'), `${[...new Set(when)].join(' – ')}${wholeDay ? `, ${t('invitation.wholeDay')}` : ''}`],
    [t('invitation.where'), place],
    [t('invitation.organiser'), organiser],
  ] as const
  const known = methods.find((one) => one === method.toUpperCase()) ?? 'PUBLISH'
  return (
    <Paper component="section" aria-label={t('invitation.title')} sx={{ display: 'flex', gap: 3, p: 3 }}>
      <EventIcon color="secondary" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3">{title || t('invitation.title')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t(`invitation.${known}`)}
        </Typography>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Typography key={name} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {colonAfter(name)}
              </Box>{' '}
              {value}
            </Typography>
          ))}
        <Button
          component="a"
          href={pathOf(emailApi.attachment, { id: emailId, attId: attachmentRef })}
          download
          sx={{ mt: 1, ml: -1 }}
        >
          {t('invitation.download')}
        </Button>
      </Box>
    </Paper>
  )
}
