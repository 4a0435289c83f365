import { addContact, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test('of two contacts that are compared all is in order for the eye, and the button is in sight', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const surname = unique()
  for (const remarks of ['eins', 'zwei']) {
    await addContact(page, { givenName: 'Anna', surname, birthdate: '1971-03-04', remarks })
  }
  await page.goto('/duplicateContacts')
  await page.getByRole('button', { name: 'Jetzt suchen' }).click()
  await page.getByRole('button', { name: new RegExp(`${surname}.* vergleichen`) }).click()
  await expect(page.getByRole('button', { name: 'Zusammenführen' })).toBeInViewport({ ratio: 1 })
  await expectNoAxeViolations(page)
})
