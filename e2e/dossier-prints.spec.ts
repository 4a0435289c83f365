import { addCustomer, addFlame, flameOf, open, trade } from './dossiers.ts'
import { expect, field, test } from './fixtures.ts'

// what the tests have refused
test.use({ expectedErrors: /409 \(Conflict\)|400 \(Bad Request\)/ })

test('the dossier, its delivery note and its crate labels are printed, and what is not saved is asked about', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('admin')
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, `Druck${word}`)
  const flame = await addFlame(page, board, contact, { articles: [{ productName: 'Feuerring' }] })
  await open(page, flame)

  const menu = () => page.getByRole('button', { name: 'Drucken' }).click()
  const item = (name: string) => page.getByRole('menuitem', { name })
  async function printed(print: string, choose: () => Promise<void>): Promise<void> {
    const path = `/api/flames/${flame.id}/prints/${print}?isPreview=true`
    // Asked for, not shown: a browser without a viewer for PDF saves it.
    const asked = context.waitForEvent('request', (request) => request.url().includes(path))
    const [tab] = await Promise.all([context.waitForEvent('page'), choose()])
    await asked
    await tab.close()
    const answer = await page.request.get(path)
    expect(answer.headers()['content-type']).toBe('application/pdf')
  }

  await menu()
  await expect(item('Kistenetiketten')).toHaveAttribute('aria-disabled', 'true')
  await expect(item('Kistenetiketten')).toContainText('Noch keine Packstücke gespeichert')
  await printed('delivery-note', () => item('Lieferschein').click())

  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(field(page, 'SAP-Auftragsnummer')).toHaveValue('4711')
  await menu()
  await item('Dossier').click()
  await printed('dossier', () => page.getByRole('button', { name: 'Speichern und drucken' }).click())
  expect(await flameOf(page, flame)).toMatchObject({ dossier: { sapOrdernumber: '4711' } })

  // what cannot be saved is not printed either
  await page.getByRole('button', { name: 'Leere Zeile hinzufügen' }).click()
  await menu()
  await item('Dossier').click()
  await page.getByRole('button', { name: 'Speichern und drucken' }).click()
  await expect(page.getByText('Der Wert muss mindestens 1 sein').first()).toBeVisible()
  expect(context.pages().filter((one) => one.url().includes('/prints/'))).toHaveLength(0)
})
