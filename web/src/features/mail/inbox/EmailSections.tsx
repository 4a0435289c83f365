import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import { type ReactNode, Suspense, useState } from 'react'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { mayEnter, screens } from '#contract/routes'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { EmailRow } from './EmailRow.tsx'

const CommentsView = lazyPart(() => import('../../together/comments/CommentsView.tsx'), 'CommentsView')
const EmailHistory = lazyPart(() => import('./EmailHistory.tsx'), 'EmailHistory')

interface Props {
  email: Email
  commentId: string | undefined
}

/** Sections of a message: thread, comments, history. */
export function EmailSections({ email, commentId }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const mayComment = may('WRITE_COMMENTS') && email.deletedAtUtc === null
  return (
    <Box>
      {email.threadCount > 1 && (
        <Section title={t('message.thread', { count: email.threadCount - 1 })} begun>
          <Thread email={email} />
        </Section>
      )}
      {may('READ_COMMENTS') && (
        <Section
          title={t('message.comments', { count: email.commentCount })}
          begun={Boolean(commentId) || email.commentCount > 0}
        >
          <CommentsView
            upstreamId={email.id}
            readers={{ work: 'MAIL_COMMENT' }}
            {...(commentId ? { named: commentId } : {})}
            readOnly={!mayComment}
          />
        </Section>
      )}
      <Section title={t('message.history')}>
        <EmailHistory id={email.id} />
      </Section>
    </Box>
  )
}

/** A section whose content is rendered once opened. */
function Section({ title, begun = false, children }: { title: string; begun?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(begun)
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={open}
      onChange={(_event, now) => setOpen(now)}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h3' } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ fontFamily: 'inherit' }}>
        {title}
      </AccordionSummary>
      <AccordionDetails>
        <Suspense fallback={<SkeletonLines lines={3} />}>{children}</Suspense>
      </AccordionDetails>
    </Accordion>
  )
}

function Thread({ email }: { email: Email }) {
  const user = useCurrentUser()
  const { data, error, refetch } = useApi(
    emailApi.thread,
    { params: { id: email.id } },
    { quiet: true, enabled: mayEnter(screens.emails, user) },
  )
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data
        .filter(({ id }) => id !== email.id)
        .map((one) => (
          <li key={one.id}>
            <EmailRow email={one} open={false} present={[]} stateKnown={false} />
          </li>
        ))}
    </Box>
  )
}
