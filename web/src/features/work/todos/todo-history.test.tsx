import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage, startI18n } from '../../../i18n/i18n.ts'
import { tellEntry } from '../../together/history/tell-entry.ts'
import { todoKind } from './todo-history.ts'

const [flame, todo] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

beforeAll(async () => {
  await startI18n()
  await setLanguage('DE')
  await loadTexts('history', 'todos')
})

test('deleting or restoring a to-do is told with its name in the history of its flame', () => {
  const of = (area: 'history' | 'todos') => i18next.getFixedT(null, area) as never
  const words = { t: of('history'), yes: 'J', no: 'N', todos: of('todos') }
  const told = (before: string | null, after: string | null) =>
    tellEntry(
      { todo: todoKind },
      {
        ...{ id: 1, at: '2026-11-22T10:00:00.000Z', username: 'a', action: 'CHANGED', entity: 'todo' },
        ...{ entityId: todo, rootId: flame, changes: [{ field: 'deletedAt', before, after }] },
      },
      words,
      { [todo]: 'Avis' },
    )?.what
  expect(told(null, '2026-11-22T10:00:00Z')).toBe('To-do «Avis»: Gelöscht')
  expect(told('2026-11-22T10:00:00Z', null)).toBe('To-do «Avis»: Wiederhergestellt')
})
