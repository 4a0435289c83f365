import { api, expect, field, test } from './fixtures.ts'

test('what one person changes is on the screen of another by itself', async ({ page, signIn, openFor }) => {
  await signIn('user')
  const made = await api<{ id: string; version: number }>(page, 'POST', '/api/contacts', {
    legalType: 'NATURAL',
    givenName: 'Lena',
    surname: 'Vorher',
  })
  await page.goto(`/contacts/${made.id}`)
  await expect(field(page, 'Nachname')).toHaveValue('Vorher')

  const other = await openFor('admin')
  await other.goto(`/contacts/${made.id}`)
  await field(other, 'Nachname').fill('Nachher')
  await other.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await expect(field(page, 'Nachname')).toHaveValue('Nachher')

  await page.goto('/contactSearch?surname=Nachher')
  await expect(page.getByRole('grid').or(page.getByRole('table'))).toContainText('Nachher')
  await field(other, 'Vorname').fill('Magdalena')
  await other.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('grid').or(page.getByRole('table'))).toContainText('Magdalena')
})
