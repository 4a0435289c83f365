import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { unassigned } from '#contract/mail/inbox'
import type { Origin } from '#contract/origins'
import { flamesPath } from '../../orders/flames/flame-paths.ts'
import { emailOfOwnerPath } from './email-paths.ts'

const RouteLink = createLink(Link)

/** The ways back to what a record was made from; the server names only what may be seen. */
export function OriginLinks({ origin }: { origin: Partial<Origin> | undefined }) {
  const { t } = useTranslation('contacts')
  const { email, blackboard } = origin ?? {}
  if (!email && !blackboard) return null
  return (
    <Typography variant="body2" component="p" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, minWidth: 0 }}>
      {email && (
        <RouteLink to={emailOfOwnerPath(email.assigneeRef ?? unassigned, email.id)}>
          {email.subject ? t('origin.email', { subject: email.subject }) : t('origin.emailWithoutSubject')}
        </RouteLink>
      )}
      {blackboard && (
        <RouteLink to={flamesPath} search={{ board: blackboard.id } as never}>
          {t('origin.board', { title: blackboard.title })}
        </RouteLink>
      )}
    </Typography>
  )
}
