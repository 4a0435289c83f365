import type { Project } from '#contract/work/projects'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { textOf } from '../../../ui/text/text-of.ts'
import { useUsers } from '../../users/people/use-users.ts'

/** Returns the fields of a project for the conflict dialog. */
export function useProjectFields() {
  const { t } = useTranslation('projects')
  const users = useUsers()
  const named = (id: unknown) => users.get(id as string)?.username ?? t('nobody')
  const at = (instant: unknown) => (instant ? formatOptionalTime(instant as string) : '–')
  return [
    { name: 'title', label: t('field.title') },
    { name: 'description', label: t('field.description'), show: (html: unknown) => textOf(String(html)) },
    { name: 'contacts', label: t('field.contacts'), show: namesOf },
    { name: 'start', label: t('field.start'), show: at },
    { name: 'finished', label: t('field.finished'), show: at },
    { name: 'assigneeRef', label: t('field.assigneeRef'), show: named },
    { name: 'reminderAtUtc', label: t('field.reminderAtUtc'), show: at },
    { name: 'proxyOwnerRef', label: t('field.proxyOwnerRef'), show: named },
    { name: 'proxyOwnerFrom', label: t('field.proxyOwnerFrom'), show: at },
    { name: 'proxyOwnerUntil', label: t('field.proxyOwnerUntil'), show: at },
  ] as const
}

const namesOf = (contacts: unknown) => (contacts as Project['contacts']).map(({ name }) => name).join(', ')
