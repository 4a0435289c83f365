import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { loadTexts } from '../../i18n/i18n.ts'
import { CardList } from './CardList.tsx'

vi.mock('../../ui/navigation/screens.ts', () => ({ useGo: () => () => undefined }))

// removes the module mocks of this file for the next one
afterAll(() => void vi.resetModules())
beforeAll(() => loadTexts('ui', 'shell'))

const words = { search: 'Suchen', searchHint: '', nothing: 'Nichts gefunden', empty: 'Nichts ist fällig' }
const listed = (narrowed: readonly string[], text = '') =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <CardList
        name="ownDueProjects"
        asked={{ typed: text, text, setTyped: () => undefined, sortBy: () => undefined }}
        found={{ error: null, isFetching: false, hasNextPage: false, refetch: vi.fn(), fetchNextPage: vi.fn() }}
        total={undefined}
        narrowed={narrowed}
        words={words}
        columns={[]}
        rows={[]}
      />
    </QueryClientProvider>,
  )

test('an empty list says that nothing exists only without filter and search', async () => {
  const { unmount } = listed([])
  expect(await screen.findByText('Nichts ist fällig')).toBeVisible()
  unmount()
  const narrowed = listed(['nur Erinnerung'])
  expect(await screen.findByText('Nichts gefunden')).toBeVisible()
  expect(screen.getByText('nur Erinnerung')).toBeVisible()
  narrowed.unmount()
  listed([], 'Ammann')
  expect(await screen.findByText('Nichts gefunden')).toBeVisible()
})
