import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEnter, screens } from '#contract/routes'
import { type ProjectCard, type ProjectSearch, projectApi } from '#contract/work/projects'
import { allPages, useApiPages, useCount } from '../../../api/hooks.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { DataTable } from '../../../ui/DataTable/DataTable.tsx'
import type { RowAction } from '../../../ui/DataTable/grid.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { pageLook, tableLook } from '../../../ui/look.ts'
import { SearchField } from '../../../ui/SearchField.tsx'
import { useGo } from '../../../ui/screens.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { dueDates, isDateDue } from './project-dates.ts'
import { projectKeys } from './project-keys.ts'
import { useProjectBoards } from './use-project-boards.ts'
import { useProjectRemoval } from './use-project-removal.ts'

interface Props {
  name: 'ownDueProjects' | 'allArchivedProjects'
  which: Partial<Pick<ProjectSearch, 'archived' | 'due' | 'own' | 'reminderProjects'>>
  /** What the address asks for, in words; one click shows what the screen always shows. */
  narrowed?: string
  /** The order before anybody chooses one: dates that come first, all else the latest first. */
  sort: ProjectSearch['sort']
  empty: string
}

const nextPage = ({ more }: { more: boolean }, pages: unknown[]) => (more ? pages.length + 1 : undefined)

/** Projects of all boards, which the server finds and sorts. */
export function ProjectList({ name, which, narrowed, sort, empty }: Props) {
  const { t } = useTranslation('projects')
  const { t: shell } = useTranslation('shell')
  const go = useGo()
  const open = useOpen()
  const columns = useColumns(which.archived === true)
  const actionsOf = useRowActions()
  const first = { sort, descending: sort === 'UPDATED' }
  const [order, setOrder] = useState(first)
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), 250)
  const inputOf = (page: number | undefined) => ({ body: { ...which, ...order, ...(text ? { text } : {}), page } })
  const found = useApiPages(projectApi.search, inputOf, nextPage)
  const total = useCount(projectApi.count, { body: which }, found.hasNextPage && text === '')
  const rows = useDeferredValue(useMemo(() => found.data?.pages.flatMap(({ projects }) => projects), [found.data]))

  return (
    <Box sx={pageLook}>
      <Box sx={tableLook}>
        <DataTable
          tableId={name}
          label={shell(`screen.${name}`)}
          columns={columns}
          rows={found.error ? undefined : rows}
          rowId={(row) => row.id}
          rowName={(row) => row.title}
          cardLines={(row) => linesOf(row)}
          onOpen={open}
          rowActions={actionsOf}
          onQuery={({ sorting: [by] }) => setOrder(by ? { sort: sortOf[by.id] ?? sort, descending: by.desc } : first)}
          busy={found.isFetching}
          error={found.error ? { message: found.error.message, onRetry: () => void found.refetch() } : undefined}
          moreThan={found.hasNextPage ? rows?.length : undefined}
          allFound={total}
          onEndReached={() => found.hasNextPage && !found.isFetching && void found.fetchNextPage()}
          csvName={shell(`screen.${name}`)}
          allRows={async () =>
            (await allPages(projectApi.search, inputOf, nextPage)).flatMap(({ projects }) => projects)
          }
          empty={{ title: text ? t('list.nothing') : empty }}
        >
          <SearchField
            label={t('list.search')}
            placeholder={t('list.searchHint')}
            value={typed}
            onChange={setTyped}
            sx={{ width: 300, maxWidth: '100%' }}
          />
          {narrowed && <Chip label={narrowed} onDelete={() => go(name, {}, { replace: true })} />}
        </DataTable>
      </Box>
    </Box>
  )

  /** The dates are those that make it due, else its end. */
  function linesOf(card: ProjectCard): string[] {
    const now = Date.now()
    const due = which.due || which.reminderProjects ? dueDates.filter((date) => isDateDue(card, date, now)) : []
    return [
      ...(card.contacts.length > 0 ? [card.contacts.map((contact) => contact.name).join(', ')] : []),
      ...(due.length > 0 ? due : (['finished'] as const)).flatMap((date) => {
        const at = card[date]
        return at ? [t(`card.${date}`, { at: formatOptionalTime(at) })] : []
      }),
    ]
  }
}

/** Whoever may not enter the screen of a project has the list alone. */
function useOpen() {
  const go = useGo()
  const mayOpen = mayEnter(screens.project, useCurrentUser())
  return mayOpen ? (row: ProjectCard) => go('project', projectKeys(row)) : undefined
}

function useRowActions(): (row: ProjectCard) => RowAction[] {
  const { t } = useTranslation('projects')
  const may = useMay()
  const open = useOpen()
  const { revertArchived } = useProjectRemoval()
  return (row) => [
    ...(open ? [{ label: t('action.open'), onClick: () => open(row) }] : []),
    ...(row.archivedUtc && may('PROJECT_MODIFY')
      ? [{ label: t('action.revertArchived'), onClick: () => void revertArchived(row) }]
      : []),
  ]
}

/** What the server sorts projects by, by the id of a column. */
const sortOf: Record<string, ProjectSearch['sort']> = {
  title: 'TITLE',
  start: 'START',
  finished: 'FINISHED',
  reminder: 'REMINDER',
  created: 'CREATED',
  updated: 'UPDATED',
}

function useColumns(archived: boolean): Column<ProjectCard>[] {
  const { t } = useTranslation('projects')
  const { steps } = useProjectBoards()
  const users = useUsers()
  return useMemo(() => {
    const columns: Column<ProjectCard>[] = [
      { id: 'title', label: t('field.title'), value: (row) => row.title, width: 220 },
      {
        id: 'contacts',
        label: t('field.contacts'),
        value: (row) => row.contacts.map(({ name }) => name).join(', '),
        width: 170,
      },
      { id: 'board', label: t('list.board'), value: (row) => steps.get(row.step)?.board.title, width: 120 },
      { id: 'step', label: t('list.step'), value: (row) => steps.get(row.step)?.title, width: 130 },
      {
        id: 'assignee',
        label: t('field.assigneeRef'),
        value: (row) => users.get(row.assigneeRef ?? '')?.username,
        width: 120,
      },
      { id: 'start', label: t('field.start'), kind: 'datetime', value: (row) => row.start, width: 145 },
      { id: 'finished', label: t('field.finished'), kind: 'datetime', value: (row) => row.finished, width: 145 },
      {
        id: 'reminder',
        label: t('field.reminderAtUtc'),
        kind: 'datetime',
        value: (row) => row.reminderAtUtc,
        width: 145,
        hidden: archived,
      },
      {
        id: 'created',
        label: t('list.created'),
        kind: 'datetime',
        value: (row) => row.createdUtc,
        width: 145,
        hidden: true,
      },
      {
        id: 'updated',
        label: t('list.updated'),
        kind: 'datetime',
        value: (row) => row.updatedUtc,
        width: 145,
        hidden: true,
      },
    ]
    if (archived) {
      const at = (row: ProjectCard) => row.archivedUtc
      columns.push({ id: 'archivedAt', label: t('list.archivedAt'), kind: 'datetime', value: at, width: 145 })
    }
    return columns.map((column) => ({ ...column, filterable: false, sortable: column.id in sortOf }))
  }, [t, steps, users, archived])
}
