import AttachFileIcon from '@mui/icons-material/AttachFile'
import ChatBubbleIcon from '@mui/icons-material/ChatBubbleOutlined'
import NoContactIcon from '@mui/icons-material/PersonOffOutlined'
import ReplyIcon from '@mui/icons-material/Reply'
import StarIcon from '@mui/icons-material/Star'
import Chip from '@mui/material/Chip'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { EmailSummary } from '#contract/mail/emails'
import { pathTo } from '#contract/routes'
import type { PresentAt } from '#contract/together/presence'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { useRepresented } from '../../users/people/use-away.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { shortTime } from '../short-time.ts'

interface Props {
  email: EmailSummary
  open: boolean
  present: readonly PresentAt[]
  /** True if all messages of the list have the same state. */
  stateKnown: boolean
}

export const rowHeight = 78

export const EmailRow = memo(function EmailRow({ email, open, present, stateKnown }: Props) {
  const { t } = useTranslation('emails')
  const { t: composer } = useTranslation('composer')
  const { id, from, to, direction, subject, preview, receivedAtUtc, seen, state, kind, threadCount } = email
  const others = to.map(({ name, address }) => name || address).join(', ')
  const who =
    direction === 'OUTGOING'
      ? t('list.to', { name: others })
      : email.contactName || from.name || from.address || t('list.noSender')
  const unread = !seen && direction === 'INCOMING'
  return (
    <Box
      component={Link}
      to={pathTo('email', { emailId: id })}
      aria-current={open ? 'true' : undefined}
      data-email={id}
      sx={{
        display: 'block',
        height: rowHeight,
        px: 3,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        borderLeft: 3,
        borderLeftColor: open ? 'secondary.main' : 'transparent',
        bgcolor: open ? 'var(--selected)' : 'background.paper',
        color: 'text.primary',
        textDecoration: 'none',
        fontSize: 13,
        '&:hover': { bgcolor: open ? 'var(--selected)' : 'action.hover' },
        '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
      }}
    >
      <Line>
        {unread && (
          <Box
            component="span"
            role="img"
            aria-label={t('list.unread')}
            sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'secondary.main', flexShrink: 0 }}
          />
        )}
        <Text bold={unread}>{who}</Text>
        {threadCount > 1 && <Muted label={t('list.thread', { count: threadCount })}>{threadCount}</Muted>}
        <Box component="time" dateTime={receivedAtUtc} sx={{ color: 'text.secondary', flexShrink: 0, fontSize: 12 }}>
          {shortTime(receivedAtUtc)}
        </Box>
      </Line>
      <Line>
        <Text bold={unread}>{subject || t('list.noSubject')}</Text>
        <Signs email={email} />
      </Line>
      <Line>
        <Text muted>{preview}</Text>
        <Here present={present} />
        {email.delivery && email.delivery !== 'ACCEPTED' && email.delivery !== 'SENT' && (
          <Tag
            label={composer(`delivery.${email.delivery}`)}
            warning={!['WAITING', 'SENDING'].includes(email.delivery)}
          />
        )}
        {kind !== 'NORMAL' && <Tag label={t(`kind.${kind}`)} warning={kind === 'BOUNCE'} />}
        {!stateKnown && direction === 'INCOMING' && <Tag label={t(`state.${state}`)} />}
        <Assignee id={email.assigneeRef} />
      </Line>
    </Box>
  )
})

function Signs({ email }: { email: EmailSummary }) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const { important, answeredAtUtc, attachmentCount, commentCount, contactRef, kind, direction } = email
  const isOfNobody = contactRef === null && kind === 'NORMAL' && direction === 'INCOMING' && may('CONTACT_READ')
  const signs = [
    isOfNobody && { Icon: NoContactIcon, label: t('list.noContact') },
    important && { Icon: StarIcon, label: t('action.important'), colour: 'secondary.main' },
    answeredAtUtc !== null && { Icon: ReplyIcon, label: t('list.answered', { at: formatDateTime(answeredAtUtc) }) },
    attachmentCount > 0 && { Icon: AttachFileIcon, label: t('list.hasAttachments', { count: attachmentCount }) },
    commentCount > 0 && { Icon: ChatBubbleIcon, label: t('list.comments', { count: commentCount }) },
  ].filter((sign) => sign !== false)
  return signs.map((sign) => (
    <Tooltip key={sign.label} title={sign.label}>
      <sign.Icon
        aria-label={sign.label}
        aria-hidden={false}
        role="img"
        sx={{ fontSize: 16, flexShrink: 0, color: 'colour' in sign ? sign.colour : 'text.secondary' }}
      />
    </Tooltip>
  ))
}

function Here({ present }: { present: readonly PresentAt[] }) {
  const { t } = useTranslation('emails')
  return present.map(({ userRef, username, activity }) => (
    <Box key={userRef} component="span" sx={{ color: 'info.main', flexShrink: 0, fontSize: 12, fontWeight: 600 }}>
      {t(`presence.${activity === 'ANSWERING' ? activity : 'VIEWING'}`, { username })}
    </Box>
  ))
}

function Assignee({ id }: { id: string | null }) {
  const { t } = useTranslation('emails')
  const user = useUsers().get(id ?? '')
  const represented = useRepresented('MAIL')
  if (!user) return null
  const { username, avatarSmall } = user
  return (
    <>
      {represented.includes(user.id) && <Tag label={t('list.standIn', { username })} />}
      <UserAvatar username={username} image={avatarSmall ?? undefined} size={20} />
    </>
  )
}

const Tag = ({ label, warning = false }: { label: string; warning?: boolean }) => (
  <Chip
    component="span"
    size="small"
    variant="outlined"
    color={warning ? 'warning' : 'default'}
    label={label}
    sx={{ height: 18, fontSize: 11, flexShrink: 0 }}
  />
)

const Line = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: 22 }}>
    {children}
  </Box>
)

const Text = ({ bold = false, muted = false, children }: { bold?: boolean; muted?: boolean; children: string }) => (
  <Box
    component="span"
    sx={{
      flex: 1,
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontWeight: bold ? 700 : 400,
      color: muted ? 'text.secondary' : 'inherit',
    }}
  >
    {children}
  </Box>
)

const Muted = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    component="span"
    role="img"
    aria-label={label}
    title={label}
    sx={{ color: 'text.secondary', flexShrink: 0, fontSize: 12 }}
  >
    {children}
  </Box>
)
