import type { TodoCount } from '#contract/work/todo-count'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'

/** The to-dos on a card: number done, and the next one. */
export function TodoCountLine({ todos: { all, done, nextUtc, nextTitle }, now }: { todos: TodoCount; now: number }) {
  const { t } = useTranslation('boards')
  if (all === 0) return null
  const due = nextUtc !== null && Date.parse(nextUtc) <= now
  return (
    <span className={due ? 'card-line card-due' : 'card-line card-quiet'}>
      {t('card.todos', { done, all })}
      {nextTitle && ` · ${t('card.nextTodo', { title: nextTitle })}`}
      {nextUtc && ` (${formatOptionalTime(nextUtc)})`}
    </span>
  )
}
