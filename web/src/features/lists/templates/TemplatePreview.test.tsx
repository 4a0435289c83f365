import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import type { CurrentUser } from '#contract/users/users'
import { renderUi } from '../../../../test/render.tsx'
import { apiQuery } from '../../../api/hooks.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { setCurrentUser } from '../../../session/session.ts'
import { TemplatePreview } from './TemplatePreview.tsx'

beforeAll(async () => {
  await loadTexts('templates', 'richText')
  setCurrentUser({ id: 'me', permissions: ['CONTACT_READ'] } as unknown as CurrentUser)
  // requests never complete
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

it('the contact field does not offer hits of an earlier search while a new one runs', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const found = (by: object, contacts: object[]) =>
    client.setQueryData(apiQuery(contactApi.search, { body: { ...by, pageSize: 10 } }).queryKey, { contacts })
  found({ surname: 'Mei' }, [{ id: '1', fullName: 'Anna Meier', city: 'Chur' }])
  found({ company: 'Mei' }, [])
  renderUi(
    <QueryClientProvider client={client}>
      <TemplatePreview subject="" content="" />
    </QueryClientProvider>,
  )
  const box = screen.getByRole('combobox', { name: 'Kontakt' })
  await userEvent.type(box, 'Mei')
  expect(await screen.findByRole('option', { name: 'Anna Meier, Chur' })).toBeVisible()
  await userEvent.type(box, 'nrad')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.getByText('Suche läuft…')).toBeVisible()
})
