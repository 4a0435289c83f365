import Chip from '@mui/material/Chip'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import type { Email, MailAddress } from '#contract/mail/emails'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { ClampedText } from '../../../ui/text/ClampedText.tsx'
import { EmailAddressText } from '../../../ui/text/EmailAddressText.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { ContactLink } from '../../contacts/ContactLink.tsx'
import { useUsers } from '../../users/people/use-users.ts'
import type { EmailActions } from './use-email-actions.tsx'

interface Props {
  email: Email
  actions: EmailActions
  readOnly: boolean
  onLink: () => void
}

/** The head of a message with subject, addresses, contact and assignee. */
export function EmailHead({ email, actions, readOnly, onLink }: Props) {
  const { t } = useTranslation('emails')
  const { t: composer } = useTranslation('composer')
  const users = useUsers()
  const [whole, setWhole] = useState(false)
  const assignee = users.get(email.assigneeRef ?? '')?.username
  const at = email.direction === 'OUTGOING' ? (email.sentAtUtc ?? email.receivedAtUtc) : email.receivedAtUtc
  const all = [
    ['from', [email.from]],
    ['to', email.to],
    ['cc', email.cc],
    ['bcc', email.bcc],
    ['replyTo', email.replyTo],
  ] as const
  const shown = all.filter(([name, list]) => list.length > 0 && (whole || name === 'from' || name === 'to'))
  return (
    <Box component="header" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {email.subject || t('list.noSubject')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {email.direction === 'INCOMING' && (
          <Chip
            size="small"
            color={email.state === 'CLOSED' ? 'default' : 'primary'}
            label={t(`state.${email.state}`)}
          />
        )}
        {email.kind !== 'NORMAL' && <Chip size="small" variant="outlined" label={t(`kind.${email.kind}`)} />}
        {email.delivery && <Chip size="small" variant="outlined" label={composer(`delivery.${email.delivery}`)} />}
        {email.direction === 'INCOMING' && (
          <Typography variant="body2" color="textSecondary">
            {assignee ? t('message.assignee', { username: assignee }) : t('message.nobody')}
          </Typography>
        )}
        {email.answeredAtUtc && (
          <Typography variant="body2" color="textSecondary">
            {t('list.answered', { at: formatDateTime(email.answeredAtUtc) })}
          </Typography>
        )}
      </Box>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'max-content minmax(0, 1fr)',
          columnGap: 3,
          rowGap: 0.5,
          m: 0,
          fontSize: 13,
        }}
      >
        {shown.map(([name, list]) => (
          <Fact key={name} name={t(`message.${name}`)}>
            <Addresses list={list} />
          </Fact>
        ))}
        <Fact name={t(email.direction === 'OUTGOING' ? 'message.sent' : 'message.received')}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {all.some(([name, list]) => list.length > 0 && name !== 'from' && name !== 'to') && (
            <Button aria-expanded={whole} onClick={() => setWhole(!whole)} sx={{ ml: 2, py: 0 }}>
              {t('message.details')}
            </Button>
          )}
        </Fact>
        <Fact name={t('message.contact')}>
          <Contact email={email} actions={actions} readOnly={readOnly} onLink={onLink} />
        </Fact>
      </Box>
    </Box>
  )
}

/** Number of characters of an address field before it is truncated. */
const mostCharacters = 400

function Addresses({ list }: { list: readonly MailAddress[] }) {
  const { t } = useTranslation('emails')
  const text = list.map(written).join(', ')
  if (text.length > mostCharacters) return <ClampedText text={text} length={mostCharacters} />
  return list.map((one, at) => {
    const named = isNamed(one)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: those of one message never change places
      <Fragment key={at}>
        {at > 0 && ', '}
        {named ? `${one.name} <` : ''}
        <EmailAddressText>{one.address || one.name || t('list.noSender')}</EmailAddressText>
        {named ? '>' : ''}
      </Fragment>
    )
  })
}

const isNamed = ({ name, address }: MailAddress) => name !== '' && address !== '' && name !== address

/** Formats an address; the name alone, which does not identify the sender, only where there is no address. */
const written = (one: MailAddress) => (isNamed(one) ? `${one.name} <${one.address}>` : one.address || one.name)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ display: 'contents' }}>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)

function Contact({ email, actions, readOnly, onLink }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const { contactRef, contactName, encounterRef, proposedContacts } = email
  if (contactRef) {
    return (
      <>
        <ContactLink id={contactRef}>{contactName ?? ''}</ContactLink>
        {encounterRef && may('ENCOUNTER_READ') && (
          <>
            {' · '}
            <Link
              to={pathTo('contactEncounter', { id: contactRef, encounterId: encounterRef })}
              style={{ color: 'inherit' }}
            >
              {t('message.encounter')}
            </Link>
          </>
        )}
      </>
    )
  }
  const others = readOnly ? [] : proposedContacts
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <span>{others.length > 0 ? t('message.proposed') : t('message.noContact')}</span>
      {others.map(({ id, fullName }) => (
        <Button key={id} onClick={() => actions.link(id)} sx={{ py: 0 }}>
          {t('message.linkTo', { name: fullName })}
        </Button>
      ))}
      {!readOnly && may('CONTACT_READ') && (
        <Button aria-haspopup="dialog" onClick={onLink} sx={{ py: 0 }}>
          {t('action.link')}
        </Button>
      )}
    </Box>
  )
}
