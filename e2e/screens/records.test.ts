import { addContact, expect, test, unique } from './fixtures.ts'

test('who is no admin has no such menu', async ({ page, signIn }) => {
  await signIn('user')
  const { id } = await addContact(page, { surname: unique() })
  await page.goto(`/contacts/${id}`)
  await expect(page.getByRole('button', { name: 'Verlauf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Weitere Aktionen' })).toHaveCount(0)
})
