import { useEffect, useId, useRef } from 'react'
import { contactApi } from '#contract/contacts/contacts'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonLines } from '../../../ui/states/SkeletonLines.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { KnownContact } from './KnownContact.tsx'
import { UnknownSender } from './UnknownSender.tsx'

interface Props {
  email: Email
  readOnly: boolean
  /** Links the e-mail to a contact. */
  onTake: (contactRef: string) => void
  /** Opens the search for the contact of the e-mail. */
  onSearch: () => void
  /** Called when a flame is created from the e-mail. */
  onBegin: () => void
  /** True while a new contact is being entered and the user has not linked the e-mail otherwise. */
  isTyping: boolean
  onTyping: (isTyping: boolean) => void
}

/** Shows the contact of an e-mail, or suggestions for an unknown sender. */
export function ContactBeside({ email, readOnly, onTake, onSearch, onBegin, isTyping, onTyping }: Props) {
  const { t } = useTranslation('emails')
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const may = useMay()
  const mayLink = !readOnly && may(emailApi.linkToContact.allow)
  const isOfPerson = email.direction === 'INCOMING' && email.kind === 'NORMAL'
  const mayAdd = mayLink && isOfPerson && may('CONTACT_CREATE')
  // keeps the input for a new contact even if another user links the e-mail meanwhile
  const shown = isTyping && mayAdd ? null : email.contactRef
  const before = useRef(shown)
  useEffect(() => {
    const wasNobody = !before.current
    before.current = shown
    // the button that created or linked the contact is gone
    const isLost = document.activeElement === document.body
    if (wasNobody && shown && isLost) title.current?.focus()
  }, [shown])
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 3, p: 3 }}>
      <Typography ref={title} tabIndex={-1} id={titleId} variant="h3" component="h2">
        {t(shown || email.direction === 'OUTGOING' ? 'beside.contact' : 'beside.sender')}
      </Typography>
      {shown ? (
        <Contact key={shown} id={shown} {...{ email, readOnly, onBegin }} />
      ) : (
        <Nobody {...{ email, mayLink, mayAdd, onTake, onSearch, onTyping }} />
      )}
    </Box>
  )
}

interface ContactProps extends Pick<Props, 'email' | 'readOnly' | 'onBegin'> {
  id: string
}

function Contact({ id, ...message }: ContactProps) {
  const { data, error, refetch } = useApi(contactApi.get, { params: { id } }, { quiet: true })
  if (data) return <KnownContact contact={data} {...message} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return <SkeletonLines lines={8} />
}

interface NobodyProps extends Pick<Props, 'email' | 'onTake' | 'onSearch' | 'onTyping'> {
  mayLink: boolean
  mayAdd: boolean
}

function Nobody({ email, mayLink, mayAdd, onTake, onSearch, onTyping }: NobodyProps) {
  const { t } = useTranslation('emails')
  return (
    <>
      {!email.contactRef && (
        <Typography variant="body2" color="textSecondary">
          {t('message.noContact')}
        </Typography>
      )}
      {mayLink && (
        <Button variant="outlined" aria-haspopup="dialog" onClick={onSearch} sx={{ justifySelf: 'start' }}>
          {t('beside.search')}
        </Button>
      )}
      {mayAdd && <UnknownSender email={email} onTake={onTake} onTyping={onTyping} />}
    </>
  )
}
