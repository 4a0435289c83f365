import ArchiveIcon from '@mui/icons-material/CheckCircleOutlined'
import ForwardIcon from '@mui/icons-material/Forward'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import HandIcon from '@mui/icons-material/PanToolAltOutlined'
import PersonAddIcon from '@mui/icons-material/PersonAddAlt'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import ReplayIcon from '@mui/icons-material/Replay'
import ReplyIcon from '@mui/icons-material/Reply'
import ReplyAllIcon from '@mui/icons-material/ReplyAll'
import SkipNextIcon from '@mui/icons-material/SkipNextOutlined'
import StarIcon from '@mui/icons-material/Star'
import StarBorderIcon from '@mui/icons-material/StarBorder'
import type { ReactNode } from 'react'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import { useStore } from '../../../state/store.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { MenuButton } from '../../../ui/buttons/MenuButton.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { knownSender } from '../beside/known-sender.ts'
import { useReply } from '../composer/use-reply.ts'
import { nextInList } from './taken.ts'
import { type EmailActions, hasLeft } from './use-email-actions.tsx'
import type { DialogName } from './use-email-keys.ts'

interface Props {
  email: Email
  actions: EmailActions
  readOnly: boolean
  onDialog: (name: DialogName) => void
  /** Shows the contact; omitted if it is already visible beside the message. */
  onContact: (() => void) | undefined
}

/** Shows a group from a minimum width on; otherwise its actions are only in the menu. */
const withRoom = (width: number) => ({
  display: 'none',
  gap: 1,
  [`@container (min-width: ${width}px)`]: { display: 'flex' },
})
const room = { answers: withRoom(520), star: withRoom(440), state: withRoom(400) }

/** The actions on a message: state, answers, and further ones in a menu. */
export function EmailToolbar({ email, actions, readOnly, onDialog, onContact }: Props) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const { reply, replyAll, forward } = useReply()
  return (
    <Box
      role="toolbar"
      aria-label={t('title')}
      sx={{
        containerType: 'inline-size',
        position: 'sticky',
        top: 0,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: { xs: 1, sm: 2 },
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {!readOnly && email.direction === 'INCOMING' && <StateButtons {...{ email, actions, onDialog }} />}
      {!readOnly && (
        <Box sx={room.star}>
          <ImportantButton important={email.important} onToggle={actions.toggleImportant} />
        </Box>
      )}
      <Box sx={{ flex: 1 }} />
      {onContact && <Sign label={t('beside.show')} icon={<PersonIcon />} onClick={onContact} />}
      {may('EMAIL_CREATE') && (
        <>
          <Sign label={t('action.reply')} icon={<ReplyIcon />} onClick={() => reply(email)} />
          <Box sx={room.answers}>
            <Sign label={t('action.replyAll')} icon={<ReplyAllIcon />} onClick={() => replyAll(email)} />
            <Sign label={t('action.forward')} icon={<ForwardIcon />} onClick={() => forward(email)} />
          </Box>
        </>
      )}
      <MoreMenu {...{ email, actions, readOnly, onDialog }} />
    </Box>
  )
}

function StateButtons({ email, actions, onDialog }: Omit<Props, 'readOnly' | 'onContact'>) {
  const { t } = useTranslation('emails')
  const me = useCurrentUser()
  const mine = email.state === 'IN_PROGRESS' && email.assigneeRef === me.id
  const hasNext = useStore(nextInList, (next) => next !== null)
  return (
    <>
      {email.state === 'CLOSED' ? (
        <Button startIcon={<ReplayIcon />} onClick={actions.reopen}>
          {t('action.reopen')}
        </Button>
      ) : (
        <>
          {mine ? (
            <Button startIcon={<ReplayIcon />} onClick={actions.reopen}>
              {t('action.giveBack')}
            </Button>
          ) : (
            <Button variant="contained" color="secondary" startIcon={<HandIcon />} onClick={actions.take}>
              {t('action.take')}
            </Button>
          )}
          <Button
            variant={mine ? 'contained' : 'text'}
            color={mine ? 'secondary' : 'primary'}
            startIcon={<ArchiveIcon />}
            onClick={actions.close}
          >
            {t('action.close')}
          </Button>
          {hasNext && (
            <Box sx={room.state}>
              <Sign label={t('action.closeAndNext')} icon={<SkipNextIcon />} onClick={actions.closeAndNext} />
            </Box>
          )}
        </>
      )}
      <Box sx={room.state}>
        <Sign label={t('action.assign')} icon={<PersonAddIcon />} onClick={() => onDialog('assign')} />
      </Box>
    </>
  )
}

function ImportantButton({ important, onToggle }: { important: boolean; onToggle: () => void }) {
  const { t } = useTranslation('emails')
  const label = t(important ? 'action.notImportant' : 'action.important')
  return (
    <Sign
      label={label}
      icon={important ? <StarIcon color="secondary" /> : <StarBorderIcon />}
      pressed={important}
      onClick={onToggle}
    />
  )
}

interface SignProps {
  label: string
  icon: ReactNode
  pressed?: boolean
  onClick: () => void
}

const Sign = ({ label, icon, pressed, onClick }: SignProps) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} aria-pressed={pressed} onClick={onClick}>
      {icon}
    </IconButton>
  </Tooltip>
)

function MoreMenu({ email, actions, readOnly, onDialog }: Omit<Props, 'onContact'>) {
  const { t } = useTranslation('emails')
  const may = useMay()
  const go = useGo()
  const linked = email.contactRef !== null
  const { replyAll, forward } = useReply()
  const hasNext = useStore(nextInList, (next) => next !== null)
  const isOurs = !readOnly && email.direction === 'INCOMING'
  const entry = (label: string, shown: boolean, run: () => void) => shown && { label, run }
  const about = [
    entry(t(linked ? 'action.linkOther' : 'action.link'), !readOnly && may(emailApi.linkToContact.allow), () =>
      onDialog('link'),
    ),
    entry(t('action.release'), !readOnly && linked && may(emailApi.releaseContact.allow), actions.release),
    entry(t('action.newContact'), may('CONTACT_CREATE') && email.direction === 'INCOMING', () =>
      go('newContact', { ...knownSender(email), emailRef: email.id }),
    ),
    entry(t('action.newFlame'), may('FLAME_CREATE') && may('CONTACT_READ'), () => onDialog('flame')),
    entry(t('action.addToEncounter'), !readOnly && may(emailApi.addToEncounter.allow), () => onDialog('file')),
  ].filter((one) => one !== false)
  return (
    <MenuButton
      icon={<MoreVertIcon />}
      label={t('action.more')}
      iconOnly
      tooltip={t('action.more')}
      entries={[
        entry(t('action.replyAll'), may('EMAIL_CREATE'), () => replyAll(email)),
        entry(t('action.forward'), may('EMAIL_CREATE'), () => forward(email)),
        entry(t('action.assign'), isOurs, () => onDialog('assign')),
        entry(t('action.closeAndNext'), isOurs && email.state !== 'CLOSED' && hasNext, actions.closeAndNext),
        entry(t(email.important ? 'action.notImportant' : 'action.important'), !readOnly, actions.toggleImportant),
        ...about,
        about.length > 0 && 'line',
        entry(t('action.unread'), !readOnly && email.seen, () => actions.setSeen(false)),
        entry(t('action.source'), true, () => onDialog('source')),
        entry(t('action.remove'), !readOnly && may('EMAIL_DELETE') && hasLeft(email), actions.remove),
      ]}
    />
  )
}
