import type { Page } from '@playwright/test'
import { contactRelationApi, type RelationType } from '../../contract/src/contacts/relations.ts'
import { addContact, call, expect, expectNoAxeViolations, said, test, unique } from './fixtures.ts'

const relate = (page: Page, id: string, contactRef: string, type: RelationType) =>
  call(page, contactRelationApi.add, { params: { id }, body: { contactRef, type } })

test('a relation is added, changed, marked as past, deleted and brought back', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  const anna = await addContact(page, { givenName: 'Anna', surname: name })
  await addContact(page, { companyName: `${name} AG` })
  await page.goto(`/contacts/${anna.id}`)
  await page.getByRole('tab', { name: 'Beziehungen' }).click()
  await said(page, 'Noch keine Beziehungen')
  await page.getByRole('button', { name: 'Beziehung hinzufügen' }).click()
  await page.getByRole('textbox', { name: 'Firma' }).fill(`${name} AG`)
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: `${name} AG` }).click()
  await page.getByRole('radio', { name: `${name} AG ist Arbeitgeber von Anna ${name}` }).check()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, `Beziehung zu «${name} AG» hinzugefügt`)
  const list = page.getByRole('list', { name: 'Beziehungen' })
  await expect(list).toContainText(`${name} AG ist Arbeitgeber von Anna ${name}`)
  await expect(page.getByRole('tab', { name: 'Beziehungen (1)' })).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: `Art der Beziehung zu ${name} AG ändern` }).click()
  await page.getByRole('radio', { name: `${name} AG spendet an Anna ${name}` }).check()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(list).toContainText(`${name} AG spendet an Anna ${name}`)
  await page.getByRole('button', { name: `Beziehung zu ${name} AG als früher markieren` }).click()
  await expect(list.getByText('früher', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Beziehung zu ${name} AG löschen` }).click()
  await said(page, 'Noch keine Beziehungen')
  // undo is available after leaving the tab
  await page.getByRole('tab', { name: 'Kommentare' }).click()
  await expect(page.getByText('Noch keine Beziehungen')).toBeHidden()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await said(page, `Beziehung zu «${name} AG» wiederhergestellt`)
  await page.getByRole('tab', { name: 'Beziehungen (1)' }).click()
  await expect(list.getByText('früher', { exact: true })).toBeVisible()

  // the donor's side shows the donation but cannot edit it
  await list.getByRole('link', { name: `${name} AG` }).click()
  await page.getByRole('tab', { name: 'Beziehungen (1)' }).click()
  await expect(list).toContainText(`wird bei Anna ${name} bearbeitet`)
  await expect(page.getByRole('button', { name: /^Beziehung zu/ })).toHaveCount(0)
})

test('two people change the kind of the same relation: both versions are shown', async ({ page, signIn, openFor }) => {
  await signIn('user')
  const name = unique()
  const [anna, beat] = [
    await addContact(page, { givenName: 'Anna', surname: name }),
    await addContact(page, { givenName: 'Beat', surname: name }),
  ]
  const relation = await relate(page, anna.id, beat.id, 'COUPLE')
  await page.goto(`/contacts/${anna.id}?tab=relations`)
  await page.getByRole('button', { name: `Art der Beziehung zu Beat ${name} ändern` }).click()
  await page.getByRole('radio', { name: `Beat ${name} ist Elternteil von Anna ${name}` }).check()
  const other = await openFor('admin')
  await call(other, contactRelationApi.migrate, {
    params: { id: anna.id, relId: relation.id },
    query: { migrationType: 'CHILD' },
  })
  await page.getByRole('button', { name: 'Speichern' }).click()
  const conflict = page.getByRole('dialog', { name: /inzwischen geändert/ })
  await expect(conflict.getByRole('radio', { name: /Kind/ })).toBeVisible()
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(page.getByRole('list', { name: 'Beziehungen' })).toContainText(`Beat ${name} ist Elternteil von`)
})
