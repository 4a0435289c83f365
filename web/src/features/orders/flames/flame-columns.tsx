import { useMemo } from 'react'
import type { FlameSearch } from '#contract/orders/flame-search'
import type { FlameCard } from '#contract/orders/flames'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { useFlameBoards } from './use-flame-boards.ts'

/** Sorting keys of the server by column. */
export const sortOf: Record<string, FlameSearch['sort']> = {
  contact: 'CONTACT',
  pickupDate: 'PICKUP_DATE',
  reminder: 'REMINDER',
  created: 'CREATED',
  updated: 'UPDATED',
}

interface Options {
  /** Adds the column with the archive date. */
  archived?: boolean
  /** True for the flames of one contact, which are all loaded and can be sorted and filtered locally. */
  ofContact?: boolean
}

/** Returns the columns for lists of flames. */
export function useFlameColumns({ archived = false, ofContact = false }: Options = {}): Column<FlameCard>[] {
  const { t } = useTranslation('flames')
  const { steps } = useFlameBoards()
  const users = useUsers()
  return useMemo(() => {
    const columns: Column<FlameCard>[] = [
      { id: 'contact', label: t('list.contact'), value: (row) => row.contactName || t('unknown'), width: 190 },
      {
        id: 'ordered',
        label: t('list.ordered'),
        value: (row) => row.ordered || t('list.nothingOrdered'),
        width: ofContact ? 200 : 180,
      },
      {
        id: 'certificateName',
        label: t('list.certificateName'),
        value: (row) => row.certificateName,
        width: 170,
        hidden: true,
      },
      {
        id: 'board',
        label: t('list.board'),
        value: (row) => steps.get(row.step)?.board.title,
        width: 120,
        hidden: ofContact,
      },
      { id: 'step', label: t('list.step'), value: (row) => steps.get(row.step)?.title, width: 130 },
      {
        id: 'assignee',
        label: t('list.assignee'),
        value: (row) => users.get(row.assigneeRef ?? '')?.username,
        width: 120,
        hidden: ofContact,
      },
      {
        id: 'pickupDate',
        label: t('list.pickupDate'),
        kind: 'datetime',
        value: (row) => row.pickupDate,
        render: (row) => row.pickupDate && formatOptionalTime(row.pickupDate),
        width: 145,
      },
      {
        id: 'reminder',
        label: t('list.reminder'),
        kind: 'datetime',
        value: (row) => row.reminderAtUtc,
        width: 145,
        hidden: archived || ofContact,
      },
      { id: 'sap', label: t('list.sap'), value: (row) => row.sapOrdernumber, width: 150, hidden: true },
      { id: 'delivered', label: t('list.delivered'), kind: 'boolean', value: (row) => row.delivered, hidden: true },
      {
        id: 'created',
        label: t('list.created'),
        kind: 'datetime',
        value: (row) => row.created,
        width: 145,
        hidden: ofContact,
      },
      {
        id: 'updated',
        label: t('list.updated'),
        kind: 'datetime',
        value: (row) => row.updated,
        width: 145,
        hidden: true,
      },
      ...(archived || ofContact
        ? [
            {
              id: 'archivedAt',
              label: t('list.archivedAt'),
              kind: 'datetime' as const,
              value: (row: FlameCard) => row.archivedUtc,
              width: 145,
            },
          ]
        : []),
    ]
    if (ofContact) return columns.filter(({ id }) => id !== 'contact')
    return columns.map((column) => ({ ...column, filterable: false, sortable: column.id in sortOf }))
  }, [t, steps, users, archived, ofContact])
}
