import type { Todo } from '#contract/work/todos'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime, formatOptionalTime } from '../../../ui/dates/zone.ts'

/** Returns a function for start, due and completion date as texts. */
export function useTodoDates(): (todo: Pick<Todo, 'start' | 'due' | 'finished'>) => string[] {
  const { t } = useTranslation('todos')
  return ({ start, due, finished }) => [
    ...(finished ? [t('doneAt', { at: formatDateTime(finished) })] : []),
    ...(start ? [t('starts', { at: formatOptionalTime(start) })] : []),
    ...(due ? [t('due', { at: formatOptionalTime(due) })] : []),
  ]
}
