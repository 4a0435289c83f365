import { useTranslation } from 'react-i18next'
import type { Todo } from '#contract/work/todos'
import { formatOptionalTime } from '../../../ui/dates/zone.ts'

/** From when until when something is to be done, in words. */
export function useTodoDates(): (todo: Pick<Todo, 'start' | 'due'>) => string[] {
  const { t } = useTranslation('todos')
  return ({ start, due }) => [
    ...(start ? [t('starts', { at: formatOptionalTime(start) })] : []),
    ...(due ? [t('due', { at: formatOptionalTime(due) })] : []),
  ]
}
