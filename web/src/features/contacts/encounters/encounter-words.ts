import EventIcon from '@mui/icons-material/Event'
import FaxIcon from '@mui/icons-material/Fax'
import MailSentIcon from '@mui/icons-material/ForwardToInbox'
import GroupsIcon from '@mui/icons-material/Groups'
import TaskIcon from '@mui/icons-material/LocalFireDepartment'
import MailReceivedIcon from '@mui/icons-material/MarkEmailUnread'
import PostIcon from '@mui/icons-material/MarkunreadMailbox'
import MicIcon from '@mui/icons-material/Mic'
import PhoneIcon from '@mui/icons-material/Phone'
import TodoIcon from '@mui/icons-material/TaskAlt'
import { type Encounter, type EncounterType, encounterTypes, isEmail } from '#contract/contacts/encounters'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import type { IconComponent } from '../../../ui/icons/create-icon.ts'

export const typeIcons: Record<EncounterType, IconComponent> = {
  TELEPHONE: PhoneIcon,
  FACE_TO_FACE: GroupsIcon,
  EMAIL_INCOMING: MailReceivedIcon,
  EMAIL_OUTGOING: MailSentIcon,
  VOICE_MEMO: MicIcon,
  POST: PostIcon,
  FAX: FaxIcon,
  APPOINTMENT: EventIcon,
  TASK: TaskIcon,
  TODO: TodoIcon,
}

/** Returns the flame of an order encounter, and its board at that time. */
export function flameOf({ encounterType, upstreamId }: Encounter) {
  const [id, taskboardRef] = encounterType === 'TASK' ? (upstreamId ?? '').split('#') : []
  return id && taskboardRef ? { id, taskboardRef } : null
}

/** Returns the id of the e-mail of an encounter. */
export function emailOf({ encounterType, upstreamId }: Encounter): string | null {
  return (isEmail(encounterType) && upstreamId?.split('#')[0]) || null
}

const mailings = ['contentMailingsDdj', 'contentMailingsPostcard', 'contentMailingsSeedsMagazine'] as const

/** Returns a function for mailings and author of an encounter, with the date of recording if it differs. */
export function useWrittenBy(): (encounter: Encounter) => string[] {
  const { t } = useTranslation('encounters')
  return (encounter) => {
    const { encounterType, originalKnownSince, createdAtUtc, createdBy, updatedBy } = encounter
    const at = formatDateTime(createdAtUtc).slice(0, 10)
    const isLater = at !== formatDateTime(originalKnownSince).slice(0, 10)
    const by = createdBy ?? ''
    return [
      ...mailings.filter((name) => encounter[name]).map((name) => t(`field.${name}`)),
      ...(by === '' ? [] : [isEmail(encounterType) || !isLater ? t('row.by', { by }) : t('row.byOn', { by, at })]),
      ...(updatedBy === null || updatedBy === createdBy ? [] : [t('row.changedBy', { by: updatedBy })]),
    ]
  }
}

export function useEncounterWords() {
  const { t } = useTranslation('encounters')
  const titleOf = ({ title, encounterType }: Encounter) => title || t(`type.${encounterType}`)
  return {
    titleOf,
    /** Returns a unique label: 'Telefon vom 01.03.2026 14:30'. */
    nameOf: (encounter: Encounter) =>
      t('named', { title: titleOf(encounter), at: formatDateTime(encounter.originalKnownSince) }),
    types: encounterTypes.map((value) => ({ value, label: t(`type.${value}`) })),
  }
}
