import { useMemo } from 'react'
import { mayEnter, pathTo, screens } from '#contract/routes'
import { type ProjectCard, type ProjectSearch, projectApi } from '#contract/work/projects'
import { allPages, useApiPages, useCount } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useCurrentUser, useMay } from '../../../session/session.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import type { RowAction } from '../../../ui/DataTable/grid.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { CardList } from '../../boards/CardList.tsx'
import { nextPage, useAsked } from '../../boards/use-asked.ts'
import { useUsers } from '../../users/people/use-users.ts'
import { dueDates, isDateDue } from './project-dates.ts'
import { projectKeys } from './project-keys.ts'
import { useProjectBoards } from './use-project-boards.ts'
import { useProjectRemoval } from './use-project-removal.ts'

interface Props {
  name: 'ownDueProjects' | 'allArchivedProjects'
  which: Partial<Pick<ProjectSearch, 'archived' | 'due' | 'own' | 'reminderProjects'>>
  /** Filters of the URL as texts; one click clears them. */
  narrowed?: readonly string[]
  /** Initial sorting, by date ascending except for the last update. */
  sort: ProjectSearch['sort']
  empty: string
}

/** A table of projects of all boards, searched and sorted by the server. */
export function ProjectList({ name, which, narrowed = [], sort, empty }: Props) {
  const { t } = useTranslation('projects')
  const open = useOpen()
  const columns = useColumns(which.archived === true)
  const actionsOf = useRowActions()
  const asked = useAsked(sort, sortOf)
  const inputOf = (page: number | undefined) => ({ body: { ...which, ...asked.bodyOf(page) } })
  const found = useApiPages(projectApi.search, inputOf, nextPage)
  const total = useCount(projectApi.count, { body: which }, found.hasNextPage && asked.text === '')
  const rows = useMemo(() => found.data?.pages.flatMap(({ projects }) => projects), [found.data])

  return (
    <CardList
      name={name}
      asked={asked}
      found={found}
      total={total}
      narrowed={narrowed}
      words={{ search: t('list.search'), searchHint: t('list.searchHint'), nothing: t('list.nothing'), empty }}
      columns={columns}
      rows={rows}
      rowName={(row) => row.title}
      cardLines={linesOf}
      onOpen={open}
      {...(open ? { hrefOf: (row: ProjectCard) => pathTo('project', projectKeys(row)) } : {})}
      rowActions={actionsOf}
      allRows={async () => (await allPages(projectApi.search, inputOf, nextPage)).flatMap(({ projects }) => projects)}
    />
  )

  /** Returns the lines of a card on a phone: contacts, and the dates that make it due, else its end. */
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

/** Returns a function that opens a project; undefined without the permission. */
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

/** Sorting keys of the server by column. */
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
