import { unassigned } from '#contract/mail/emails'
import type { Origin } from '#contract/origins'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ScreenLink } from '../../../ui/navigation/ScreenLink.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

/** Links to what a record was created from; the server only returns what the user may see. */
export function OriginLinks({ origin }: { origin: Partial<Origin> | undefined }) {
  const { t } = useTranslation('contacts')
  const { email, blackboard } = origin ?? {}
  if (!email && !blackboard) return null
  return (
    <Typography variant="body2" component="p" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, minWidth: 0 }}>
      {email && (
        <ScreenLink href={pathTo('emailOfOwner', { owner: email.assigneeRef ?? unassigned, emailId: email.id })}>
          {email.subject ? t('origin.email', { subject: email.subject }) : t('origin.emailWithoutSubject')}
        </ScreenLink>
      )}
      {blackboard && (
        <ScreenLink href={pathTo('flames', { board: blackboard.id })}>
          {t('origin.board', { title: blackboard.title })}
        </ScreenLink>
      )}
    </Typography>
  )
}
