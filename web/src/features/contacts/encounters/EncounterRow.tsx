import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined'
import DriveFileMoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import EventIcon from '@mui/icons-material/Event'
import TaskIcon from '@mui/icons-material/LocalFireDepartment'
import MailOutlineIcon from '@mui/icons-material/MailOutlined'
import SubtitlesIcon from '@mui/icons-material/SubtitlesOutlined'
import { Link } from '@tanstack/react-router'
import { type Encounter, isEmail } from '#contract/contacts/encounters'
import { allOwners } from '#contract/mail/emails'
import { pathTo } from '#contract/routes'
import type { User } from '#contract/users/users'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { withColon } from '../../../i18n/written.ts'
import { useMay } from '../../../session/session.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { formatDateTime, toWallTime } from '../../../ui/dates/zone.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import type { IconComponent } from '../../../ui/icons/create-icon.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'
import { Tooltip } from '../../../ui/tooltips/Tooltip.tsx'
import { UserAvatar } from '../../../ui/UserAvatar.tsx'
import { flameKeys } from '../../orders/flames/flame-keys.ts'
import { EncounterText } from './EncounterText.tsx'
import { emailOf, flameOf, typeIcons, useEncounterWords, useWrittenBy } from './encounter-words.ts'
import { MailMenu } from './MailMenu.tsx'
import { Recording } from './Recording.tsx'

/** Actions on an entry; omitted without the permission. */
export interface RowActions {
  readonly onEdit?: (encounter: Encounter) => void
  readonly onMove?: (encounter: Encounter) => void
  readonly onRemove?: (encounter: Encounter) => void
  readonly onTranscribe?: (encounter: Encounter) => void
}

interface Props {
  encounter: Encounter
  users: ReadonlyMap<string, User>
  addresses: readonly string[]
  actions: RowActions
  chosen: boolean
  /** Omitted if entries cannot be selected. */
  onChoose?: (chosen: boolean) => void
}

export function EncounterRow({ encounter, users, addresses, actions, chosen, onChoose }: Props) {
  const { t } = useTranslation('encounters')
  const { titleOf, nameOf } = useEncounterWords()
  const { encounterType: type, assigneeRef, voiceMemo, appointment } = encounter
  const name = nameOf(encounter)
  const assignee = users.get(assigneeRef ?? '')
  const Icon = typeIcons[type]
  const mail = isEmail(type)
  return (
    <Box
      sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider', bgcolor: chosen ? 'var(--selected)' : undefined }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        {onChoose && (
          <Checkbox
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
            aria-label={t('list.choose', { name })}
            sx={{ p: 1, ml: -1 }}
          />
        )}
        <Icon titleAccess={t(`type.${type}`)} sx={{ fontSize: 18, color: 'text.secondary' }} />
        <Box sx={{ flex: 1, minWidth: 0, pl: 1 }}>
          <Typography variant="body2" noWrap title={titleOf(encounter)} sx={{ fontWeight: 600 }}>
            {titleOf(encounter)}
          </Typography>
          <Caption encounter={encounter} />
        </Box>
        {assignee && <UserAvatar username={assignee.username} image={assignee.avatarSmall ?? undefined} size={24} />}
        <Box sx={{ display: 'flex', flexShrink: 0 }}>
          {mail && <MailMenu encounter={encounter} name={name} addresses={addresses} />}
          {voiceMemo && actions.onTranscribe && (
            <RowButton
              icon={SubtitlesIcon}
              label={t('row.transcribe')}
              name={name}
              onClick={() => actions.onTranscribe?.(encounter)}
            />
          )}
          {!mail && !appointment && actions.onEdit && (
            <RowButton icon={EditIcon} label={t('row.edit')} name={name} onClick={() => actions.onEdit?.(encounter)} />
          )}
          {actions.onMove && (
            <RowButton
              icon={DriveFileMoveIcon}
              label={t('row.move')}
              name={name}
              onClick={() => actions.onMove?.(encounter)}
            />
          )}
          {appointment?.state !== 'BOOKED' && actions.onRemove && (
            <RowButton
              icon={DeleteOutlineIcon}
              label={t('row.remove')}
              name={name}
              onClick={() => actions.onRemove?.(encounter)}
            />
          )}
        </Box>
      </Box>
      <Box sx={{ pl: onChoose ? 13 : 6, pr: 1 }}>
        {voiceMemo && <Recording encounter={encounter} memo={voiceMemo} name={name} />}
        <EncounterText encounter={encounter} name={name} />
        <ShowAppointment encounter={encounter} name={name} />
        <ShowDossier encounter={encounter} name={name} />
        <ShowEmail encounter={encounter} name={name} />
      </Box>
    </Box>
  )
}

/** Shows date and author of an encounter; for an e-mail also its direction, attachments and state. */
function Caption({ encounter }: { encounter: Encounter }) {
  const { t } = useTranslation('encounters')
  const { t: emails } = useTranslation('emails')
  const { t: composer } = useTranslation('composer')
  const writtenBy = useWrittenBy()
  const { encounterType: type, originalKnownSince, duplicate, email } = encounter
  const facts = [
    type === 'EMAIL_INCOMING' && t('mail.in'),
    type === 'EMAIL_OUTGOING' && t('mail.out'),
    email && email.attachmentCount > 0 && emails('list.hasAttachments', { count: email.attachmentCount }),
    email && type === 'EMAIL_INCOMING' && emails(`state.${email.state}`),
    email?.answeredAtUtc && t('mail.answered'),
    email?.delivery && composer(`delivery.${email.delivery}`),
    duplicate && t('field.duplicate'),
    ...writtenBy(encounter),
  ]
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <time dateTime={originalKnownSince}>{formatDateTime(originalKnownSince)}</time>
      {facts
        .filter(Boolean)
        .map((fact) => ` · ${fact}`)
        .join('')}
    </Typography>
  )
}

/** Link from an order to its dossier; hidden without the permission. */
function ShowDossier({ encounter, name }: { encounter: Encounter; name: string }) {
  const { t } = useTranslation('encounters')
  const may = useMay()
  const flame = flameOf(encounter)
  if (!flame || !may('FLAME_READ')) return null
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        component={Link}
        to={pathTo('flame', flameKeys(flame))}
        variant="outlined"
        color="inherit"
        startIcon={<TaskIcon />}
        aria-label={withColon(name, t('row.dossier'))}
      >
        {t('row.dossier')}
      </Button>
    </Box>
  )
}

/** Shows time and place of an appointment, with a link to the calendar, where it can be moved or cancelled. */
function ShowAppointment({ encounter: { id, appointment }, name }: { encounter: Encounter; name: string }) {
  const { t } = useTranslation('encounters')
  if (!appointment) return null
  const { startUtc, endUtc, place, state, reason } = appointment
  const facts = [
    `${formatDateTime(startUtc)} – ${formatDateTime(endUtc)}`,
    place,
    state === 'BOOKED' ? '' : t(`appointment.${state}`),
    reason,
  ]
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2">{facts.filter(Boolean).join(' · ')}</Typography>
      <Button
        component={Link}
        to={pathTo('appointmentCalendar', { id, day: toWallTime(startUtc).slice(0, 10) })}
        variant="outlined"
        color="inherit"
        startIcon={<EventIcon />}
        aria-label={withColon(name, t('appointment.show'))}
      >
        {t('appointment.show')}
      </Button>
    </Box>
  )
}

/** Link from an e-mail encounter to the e-mail. */
function ShowEmail({ encounter, name }: { encounter: Encounter; name: string }) {
  const { t } = useTranslation('encounters')
  const may = useMay()
  const id = emailOf(encounter)
  if (!id || !may('EMAIL_READ')) return null
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        component={Link}
        to={pathTo('emailOfOwner', { owner: allOwners, emailId: id })}
        variant="outlined"
        color="inherit"
        startIcon={<MailOutlineIcon />}
        aria-label={withColon(name, t('row.email'))}
      >
        {t('row.email')}
      </Button>
    </Box>
  )
}

interface ButtonProps {
  icon: IconComponent
  label: string
  name: string
  onClick: () => void
}

function RowButton({ icon: Icon, label, name, onClick }: ButtonProps) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={withColon(name, label)} onClick={onClick}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
