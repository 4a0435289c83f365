import type { Todo } from '#contract/work/todos'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime, formatOptionalTime } from '../../../ui/dates/zone.ts'

/** From when until when something is to be done, and since when it is, in words. */
export function useTodoDates(): (todo: Pick<Todo, 'start' | 'due' | 'finished'>) => string[] {
  const { t } = useTranslation('todos')
  return ({ start, due, finished }) => [
    ...(finished ? [t('doneAt', { at: formatDateTime(finished) })] : []),
    ...(start ? [t('starts', { at: formatOptionalTime(start) })] : []),
    ...(due ? [t('due', { at: formatOptionalTime(due) })] : []),
  ]
}
