import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('the dashboards say where work waits, lead to it, and are put together by each admin', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/dashboards')
  const flames = page.getByRole('region', { name: 'Flammen', exact: true })
  await expect(flames.getByText('weder archiviert noch im Papierkorb')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Posteingang', exact: true })).toContainText('Erste Antwort')
  await expectNoAxeViolations(page)

  await flames.getByRole('link', { name: /Fällige Flammen$/ }).click()
  await expect(page.getByRole('grid', { name: 'Alle offenen Flammen' })).toBeVisible()
  await expect(page.getByText('fällig', { exact: true })).toBeVisible()

  await page.goto('/dashboards')
  await page.getByRole('button', { name: 'Anpassen' }).click()
  await page.getByRole('button', { name: 'Nach unten: Flammen' }).click()
  await page.getByRole('button', { name: 'Ausblenden: Aufträge' }).click()
  await page.getByRole('button', { name: 'Fertig' }).click()
  await expect(page.getByRole('region', { name: 'Aufträge', exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Posteingang')
})
