import type { TFunction } from 'i18next'
import { projectApi } from '#contract/work/projects'
import { useApiPages } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { textOf } from '../../../ui/text/text-of.ts'
import { HistoryLines, olderThan } from '../../together/history/HistoryLines.tsx'
import { type Field, type Kind, tellEntry } from '../../together/history/tell-entry.ts'
import { type TodoWords, todoKind } from '../todos/todo-history.ts'

interface ProjectWords extends TodoWords {
  projects: TFunction<'projects'>
}

type Name = keyof typeof import('../../../i18n/de/projects.ts').default.field
const field = (name: Name): Field<ProjectWords> => [({ projects }) => projects(`field.${name}`)]

/** The records of a project and their displayed fields. */
const kinds: Readonly<Record<string, Kind<ProjectWords>>> = {
  project: {
    one: ({ projects }) => projects('one'),
    turns: {
      deletedAt: { set: 'binned', unset: 'restored' },
      archivedAt: { set: 'archived', unset: 'reopened' },
    },
    fields: {
      stepId: [({ projects }) => projects('step')],
      title: field('title'),
      description: [({ projects }) => projects('field.description'), textOf],
      start: field('start'),
      finished: field('finished'),
      assigneeId: field('assigneeRef'),
      proxyOwnerId: field('proxyOwnerRef'),
      proxyOwnerFrom: field('proxyOwnerFrom'),
      proxyOwnerUntil: field('proxyOwnerUntil'),
      reminderAt: field('reminderAtUtc'),
    },
  },
  project_contact: { one: ({ projects }) => projects('contact'), fields: { contactId: field('contacts') } },
  project_document: {
    one: ({ projects }) => projects('document'),
    turns: { deletedAt: { set: 'binned', unset: 'restored' } },
    fields: {
      name: [({ projects }) => projects('documentName')],
      currentNumber: [({ projects }) => projects('documentVersion')],
    },
  },
  todo: todoKind,
}

export function ProjectHistory({ projectId }: { projectId: string }) {
  const { t } = useTranslation('history')
  const { t: ui } = useTranslation('ui')
  const { t: projects } = useTranslation('projects')
  const { t: todos } = useTranslation('todos')
  const input = (before?: number) => ({ params: { id: projectId }, query: { before } })
  const pages = useApiPages(projectApi.history, input, olderThan)
  const words = { t, yes: ui('value.yes'), no: ui('value.no'), projects, todos }
  return <HistoryLines pages={pages} tell={(entry, names) => tellEntry(kinds, entry, words, names)} px={3} />
}
