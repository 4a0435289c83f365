import type { TFunction } from 'i18next'
import type { TodoState } from '#contract/work/todos'
import type { BasicWords, Field, Kind } from '../../together/history/tell-entry.ts'

export interface TodoWords extends BasicWords {
  todos: TFunction<'todos'>
}

type Name = keyof typeof import('../../../i18n/de/todos.ts').default.field
const field = (name: Name): Field<TodoWords> => [({ todos }) => todos(`field.${name}`)]

/** A to-do in the change history of its flame or project. */
export const todoKind: Kind<TodoWords> = {
  one: ({ t }) => t('entity.toDo'),
  fields: {
    title: field('title'),
    state: [({ todos }) => todos('field.state'), (value, { todos }) => todos(`state.${value as TodoState}`)],
    assigneeId: field('assignee'),
    start: field('start'),
    due: field('due'),
    activities: field('activities'),
    feedback: field('feedback'),
  },
  turns: { deletedAt: { set: 'deleted', unset: 'restored' } },
}
