import { text } from 'node:stream/consumers'
import { type EncounterType, encounterApi } from '../../contract/src/contacts/encounters.ts'
import { pathOf } from '../../contract/src/endpoint.ts'
import { flameApi } from '../../contract/src/orders/flames.ts'
import { mp3 } from '../../server/test/mp3.ts'
import { addEncounter, addVera, openEncounters, panel, rows } from '../encounters.ts'
import { addBoard, call, expect, expectNoAxeViolations, said, test } from './fixtures.ts'

test('an encounter is added, edited, deleted and restored, and the count on the button follows', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const contact = await addVera(page)
  await openEncounters(page, contact.id)
  await expect(panel(page)).toContainText('Noch keine Begegnungen')
  await expectNoAxeViolations(page)

  await panel(page).getByRole('button', { name: 'Begegnung hinzufügen' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung hinzufügen' })
  await expect(dialog.getByRole('combobox', { name: 'Art' })).toHaveText('Telefon')
  await expect(dialog.getByRole('combobox', { name: 'Zuständig' })).toHaveText('user')
  await expectNoAxeViolations(page)
  await dialog.getByRole('combobox', { name: 'Art' }).click()
  await expect(page.getByRole('option', { name: 'Persönliches Gespräch' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Fax' })).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'Sprachnotiz' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Persönliches Gespräch' }).click()
  await dialog.getByRole('textbox', { name: 'Datum und Zeit' }).fill('1.3.26 14:30')
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Hat die Ausstellung besucht.')
  await dialog.getByRole('checkbox', { name: 'Postkarte' }).check()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Begegnung gespeichert')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Persönliches Gespräch')
  await expect(rows(page)).toContainText('01.03.2026 14:30')
  await expect(rows(page)).toContainText(/Postkarte · erfasst am \d\d\.\d\d\.\d{4} von user/)
  await expect(page.getByRole('button', { name: 'Begegnungen ausblenden, 1' })).toBeVisible()

  await rows(page)
    .getByRole('button', { name: /Bearbeiten$/ })
    .click()
  const editing = page.getByRole('dialog', { name: 'Begegnung bearbeiten' })
  await expect(editing.getByRole('checkbox', { name: 'Postkarte' })).toBeChecked()
  await editing.getByRole('textbox', { name: 'Beschreibung' }).fill('Kommt wieder.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(editing.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('Kommt wieder.')
  await editing.getByRole('button', { name: 'Speichern' }).click()
  await expect(rows(page)).toContainText('Kommt wieder.')

  await rows(page)
    .getByRole('button', { name: /Löschen$/ })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText(
    '«Persönliches Gespräch vom 01.03.2026 14:30» in den Papierkorb verschieben?',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(panel(page)).toContainText('Noch keine Begegnungen')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rows(page)).toHaveCount(1)
  await rows(page)
    .getByRole('button', { name: /Löschen$/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await panel(page).getByRole('button', { name: 'Papierkorb der Begegnungen' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(/Gelöscht am \d\S+ \S+ von user/)
  await expectNoAxeViolations(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /wiederherstellen$/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Der Papierkorb ist leer')
  await page.getByRole('dialog').getByRole('button', { name: 'Schliessen' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('two people edit the same encounter: the second chooses field by field', async ({ page, signIn }) => {
  await signIn('user')
  const contact = await addVera(page)
  const made = await addEncounter(page, contact.id, { description: 'Anfang' })
  await openEncounters(page, contact.id)
  await rows(page)
    .getByRole('button', { name: /Bearbeiten$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung bearbeiten' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Meine Fassung des Textes')
  const { version, originalKnownSince } = made
  await call(page, encounterApi.update, {
    params: { id: contact.id, encId: made.id },
    body: { version, originalKnownSince, encounterType: 'POST', description: 'Inzwischen anders' },
  })
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  const conflict = page.getByRole('dialog', { name: /wurde inzwischen geändert/ })
  await expect(conflict).toContainText('Inzwischen anders')
  await expectNoAxeViolations(page)
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, 'Begegnung gespeichert')
  await expect(rows(page)).toContainText('Meine Fassung des Textes')
  await expect(rows(page)).toContainText('Briefpost')
})

test('the encounters are searched by words, types and months', async ({ page, signIn }) => {
  await signIn('user')
  const contact = await addVera(page)
  const at = (originalKnownSince: string, description: string, encounterType: EncounterType = 'TELEPHONE') =>
    addEncounter(page, contact.id, { originalKnownSince, description, encounterType })
  await at('2024-01-15T10:00:00Z', 'Anfang der Geschichte')
  await at('2026-02-10T10:00:00Z', 'Gespräch mit Herrn Müller')
  await at('2026-03-10T10:00:00Z', `Langer Text ${'und noch mehr davon '.repeat(10)}mit einem Ende`, 'POST')
  await openEncounters(page, contact.id)
  await expect(panel(page)).toContainText('2 Begegnungen')
  await expect(panel(page)).toContainText('04.2025 – 03.2026')
  const from = page.getByRole('slider', { name: 'Von Monat' })
  await from.focus()
  await page.keyboard.press('Home')
  await expect(panel(page)).toContainText('3 Begegnungen')
  await expect(panel(page)).toContainText('01.2024 – 03.2026')
  await page.keyboard.press('ArrowRight')
  await expect(panel(page)).toContainText('02.2024 – 03.2026')
  await expect(panel(page)).toContainText('2 Begegnungen')

  await page.getByRole('searchbox', { name: 'Text suchen' }).fill('mueller')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Gespräch mit Herrn Müller')
  await page.getByRole('searchbox', { name: 'Text suchen' }).fill('anfang')
  await expect(panel(page)).toContainText('Keine Begegnung entspricht der Suche')
  await page.getByRole('button', { name: 'Im ganzen Zeitraum suchen' }).click()
  await expect(rows(page)).toContainText('Anfang der Geschichte')
  await expect(page.getByRole('searchbox', { name: 'Text suchen' })).toHaveValue('anfang')
  await page.getByRole('searchbox', { name: 'Text suchen' }).fill('gibt es nicht')
  await expect(panel(page)).toContainText('Keine Begegnung entspricht der Suche')
  await expect(page.getByRole('button', { name: 'Im ganzen Zeitraum suchen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Alle anzeigen' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('searchbox', { name: 'Text suchen' })).toHaveValue('')

  await page.getByRole('combobox', { name: 'Nach Art filtern' }).click()
  await page.getByRole('option', { name: 'Briefpost' }).click()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).not.toContainText('mit einem Ende')
  await rows(page).getByRole('button', { name: 'Mehr anzeigen' }).click()
  await expect(rows(page)).toContainText('mit einem Ende')
})

test('an admin moves the selected encounters and undoes it; others have no such button', async ({ page, signIn }) => {
  await signIn('admin')
  const [from, to] = [await addVera(page), await addVera(page)]
  for (const description of ['eins', 'zwei', 'drei']) await addEncounter(page, from.id, { description })
  await openEncounters(page, from.id)
  await expect(rows(page)).toHaveCount(3)
  await panel(page).getByRole('checkbox', { name: 'Alle auswählen' }).click()
  await expect(panel(page)).toContainText('3 von 3 ausgewählt')
  await expectNoAxeViolations(page)
  await panel(page).getByRole('button', { name: 'Verschieben', exact: true }).click()
  const picker = page.getByRole('dialog', { name: '«3 Begegnungen» verschieben zu…' })
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(to.name.slice(5))
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: to.name.slice(5) }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    `«3 Begegnungen» von «${from.name}» zu «${to.name}» verschieben?`,
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verschieben' }).click()
  await expect(panel(page)).toContainText('Noch keine Begegnungen')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rows(page)).toHaveCount(3)

  await signIn('termin')
  await page.goto(`/contacts/${from.id}`)
  await expect(panel(page)).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first().getByRole('button')).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Alle auswählen' })).toHaveCount(0)
})

test('an address opens one encounter, or a new one', async ({ page, signIn }) => {
  await signIn('user')
  const contact = await addVera(page)
  const made = await addEncounter(page, contact.id, { description: 'Diese hier' })
  await addEncounter(page, contact.id, { description: 'Eine andere' })
  await page.goto(`/contacts/${contact.id}/encounters/${made.id}`)
  await expect(panel(page)).toContainText('Diese hier')
  await expect(panel(page)).not.toContainText('Eine andere')
  await expectNoAxeViolations(page)
  await panel(page).getByRole('button', { name: 'Alle Begegnungen anzeigen' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${contact.id}$`))
  await expect(rows(page)).toHaveCount(2)

  await page.goto(`/contacts/${contact.id}/encounters/-1`)
  const dialog = page.getByRole('dialog', { name: 'Begegnung hinzufügen' })
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Aus der Adresse')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${contact.id}$`))
  await expect(rows(page)).toHaveCount(3)

  await page.goto(`/contacts/${contact.id}/encounters/01999999-0000-7000-8000-000000000000`)
  await expect(panel(page)).toContainText('Diese Begegnung gibt es nicht')
})

test('an order on the timeline leads to its dossier, and is hidden from those who may not see its flame', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const contact = await addVera(page)
  const board = await addBoard(page, 'FLAME', ['Bestellt'], `Aufträge ${contact.surname}`)
  const flame = await call(page, flameApi.add, {
    body: {
      contactRef: contact.id,
      taskboardRef: board.id,
      dossier: { articles: [{ productName: 'Feuerschale', quantity: 2 }] },
    },
  })
  await call(page, flameApi.archive, { params: { id: flame.id } })
  await openEncounters(page, contact.id)
  await expect(rows(page)).toContainText('2 × Feuerschale')
  await rows(page)
    .getByRole('link', { name: /Dossier anzeigen$/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/flames/${flame.id}/${board.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier ${contact.name}`)

  const dossier = page.url()
  await signIn('termin')
  await page.goto(`/contacts/${contact.id}`)
  await expect(panel(page)).toContainText('Noch keine Begegnungen')

  await signIn('admin')
  await page.goto(dossier)
  await page.getByRole('button', { name: 'Aus dem Archiv holen' }).click()
  await expect(page.getByText(/^Diese Flamme ist seit .* archiviert\.$/)).toBeHidden()
  // the panel is still open
  await page.goto(`/contacts/${contact.id}`)
  await expect(panel(page)).toContainText('Noch keine Begegnungen')
  await call(page, flameApi.archive, { params: { id: flame.id } })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('2 × Feuerschale')
})

test('one encounter is recorded for a list of contacts; rows that fit no contact come back as a file', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const [one, two] = [await addVera(page), await addVera(page)]
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Begegnung für eine Liste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Begegnung für eine Liste von Kontakten' })
  await expect(dialog.getByRole('combobox', { name: 'Art' })).toHaveText('Briefpost')
  await dialog.getByRole('textbox', { name: 'Beschreibung' }).fill('Katalog verschickt')
  await dialog.getByRole('button', { name: 'Für alle erfassen' }).click()
  await expect(dialog.getByText('Bitte wählen Sie zuerst eine Datei.')).toBeVisible()
  await expectNoAxeViolations(page)

  const choose = (name: string, content: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('falsch.csv', '%PDF-1.7')
  await dialog.getByRole('button', { name: 'Für alle erfassen' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Sie ist ein PDF')
  await expect(dialog.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('Katalog verschickt')

  await choose(
    'liste.csv',
    `Vorname;Nachname\n${[one, two].map(({ name }) => name.replace(' ', ';')).join('\n')}\nNiemand;Da\n`,
  )
  await dialog.getByRole('button', { name: 'Für alle erfassen' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    '2 Begegnungen erfasst. Eine Zeile passt zu keinem oder zu mehreren Kontakten.',
  )
  await expect(dialog.getByRole('gridcell', { name: 'Die Begegnung ist erfasst.' })).toHaveCount(2)
  await expect(dialog.getByRole('gridcell', { name: 'Kein Kontakt passt zu dieser Zeile.' })).toBeVisible()
  await expectNoAxeViolations(page)
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Nicht erfasste Zeilen herunterladen' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toBe('Nicht erfasst.csv')
  expect(await text(await file.createReadStream())).toBe(
    'Vorname;Nachname;Grund\r\nNiemand;Da;Kein Kontakt passt zu dieser Zeile.\r\n',
  )
  await dialog.getByRole('link', { name: one.name }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${one.id}$`))
  await expect(page.getByRole('button', { name: 'Begegnungen ausblenden, 1' })).toBeVisible()
})

test('a transcript appears by itself, and replaces a text edited by hand only after a question', async ({
  page,
  signIn,
}) => {
  await signIn('user')
  const contact = await addVera(page)
  await openEncounters(page, contact.id)
  const file = { name: 'memo.mp3', mimeType: 'audio/mpeg', buffer: mp3(2) }
  await page.request.post(pathOf(encounterApi.addVoiceMemo, { id: contact.id }), { multipart: { file } })
  await expect(rows(page)).toContainText('Bitte um Rückruf am Montag.')

  await rows(page)
    .getByRole('button', { name: /Bearbeiten$/ })
    .click()
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill('Rückruf am Dienstag!')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(rows(page)).toContainText('Rückruf am Dienstag!')
  await rows(page)
    .getByRole('button', { name: /Erneut transkribieren$/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(rows(page)).toContainText('Rückruf am Dienstag!')
  await rows(page)
    .getByRole('button', { name: /Erneut transkribieren$/ })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText('Der Text wurde von Hand bearbeitet.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ersetzen' }).click()
  await expect(rows(page)).toContainText('Bitte um Rückruf am Montag.')
})
