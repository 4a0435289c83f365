import type { Page } from '@playwright/test'
import { contactDocumentApi } from '../../contract/src/contacts/documents.ts'
import { addContact, call, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

const addNamed = async (page: Page, surname: string) => (await addContact(page, { surname })).id

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

const upload = (page: Page, files: ReturnType<typeof file>[]) => page.locator('input[type=file]').setInputFiles(files)

const results = (page: Page) => page.getByRole('region', { name: 'Hochgeladene Dateien' })
const tile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const mail = [
  'From: Kundin <kundin@example.com>',
  'To: verkauf@example.com',
  'Subject: Anfrage',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Guten <b>Tag</b></p><img src="https://spy.example/x.png"><script>document.body.innerHTML = "gehackt"</script>',
].join('\r\n')

test('an admin uploads documents, views them, keeps versions, renames and restores them', async ({ page, signIn }) => {
  await signIn('admin')
  const name = unique()
  const id = await addNamed(page, name)
  await page.goto(`/contacts/${id}`)
  await tab(page, 'Dokumente (0)').click()
  await expect(page).toHaveURL(/\?tab=documents$/)
  await expect(page.getByText('Noch kein Dokument zu diesem Kontakt.')).toBeVisible()
  await upload(page, [
    file('Preise.txt', 'erste Preise'),
    file('Anfrage.eml', mail),
    file('leer.txt', ''),
    file('setup.exe', 'MZ\x90'),
  ])
  await expect(results(page)).toContainText('2 von 4 Dateien abgelegt')
  await expect(results(page)).toContainText('leer.txt: Die Datei ist leer.')
  await expect(results(page)).toContainText('setup.exe: Diese Art von Datei wird hier nicht angenommen.')
  await expect(tab(page, 'Dokumente (2)')).toBeVisible()
  await upload(page, [file('Preise.txt', 'zweite Preise')])
  await expect(results(page)).toContainText('Die Datei ist als neue Version von «Preise.txt» abgelegt.')
  await upload(page, [file('Kopie.txt', 'zweite Preise')])
  await expect(results(page)).toContainText('Eine Datei mit diesem Inhalt ist schon da: «Preise.txt».')
  await page.getByRole('button', { name: 'Liste schliessen' }).click()
  await expect(tile(page, 'Preise.txt')).toContainText('2 Versionen')

  await choose(page, 'Preise.txt', 'Versionen')
  const versions = page.getByRole('dialog', { name: 'Versionen von «Preise.txt»' })
  await expect(versions.getByRole('listitem')).toHaveText([/Version 2.*aktuell/, /Version 1/])
  await expectNoAxeViolations(page)
  await versions.getByRole('button', { name: 'Version 1 wieder verwenden' }).click()
  await expect(versions.getByRole('listitem')).toHaveText([/Version 2/, /Version 1.*aktuell/])
  await versions.getByRole('listitem').nth(0).getByRole('button', { name: 'Ansehen' }).click()
  await expect(page.getByRole('region', { name: 'Preise.txt' })).toHaveText('zweite Preise')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preise.txt ansehen' }).click()
  await expect(page.getByRole('region', { name: 'Preise.txt' })).toHaveText('erste Preise')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Anfrage.eml ansehen' }).click()
  const shown = page.getByRole('dialog', { name: 'Anfrage.eml' })
  await expect(shown).toContainText('Kundin <kundin@example.com>')
  await expect(shown.locator('iframe')).toHaveAttribute('srcdoc', /<p>Guten <b>Tag<\/b><\/p>$/)
  await page.keyboard.press('Escape')

  await choose(page, 'Preise.txt', 'Umbenennen und klassifizieren')
  await page.getByRole('textbox', { name: 'Name' }).fill('Preisliste.txt')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(tile(page, 'Preisliste.txt')).toBeVisible()
  await choose(page, 'Preisliste.txt', 'Löschen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(tab(page, 'Dokumente (1)')).toBeVisible()
  await page.getByRole('button', { name: 'Papierkorb', exact: true }).click()
  const bin = page.getByRole('dialog', { name: 'Papierkorb' })
  await expect(bin.getByRole('listitem')).toContainText('Preisliste.txt')
  await expectNoAxeViolations(page)
  await bin.getByRole('button', { name: '«Preisliste.txt» wiederherstellen' }).click()
  await expect(bin).toContainText('Der Papierkorb ist leer.')
  await bin.getByRole('button', { name: 'Schliessen' }).click()
  await expect(tile(page, 'Preisliste.txt')).toBeVisible()
})

test('a document moves to another contact, and its former address leads there', async ({ page, signIn }) => {
  await signIn('admin')
  const [from, to] = [unique(), unique()]
  const id = await addNamed(page, from)
  const target = await addNamed(page, to)
  await page.goto(`/contacts/${id}?tab=documents`)
  await upload(page, [file('Vertrag.txt', `Vertrag ${from}`)])
  await expect(results(page)).toContainText('Vertrag.txt: Die Datei ist abgelegt.')
  const [document] = await call(page, contactDocumentApi.list, { params: { id } })
  await choose(page, 'Vertrag.txt', 'Zu einem anderen Kontakt verschieben')
  const picker = page.getByRole('dialog', { name: '«Vertrag.txt» verschieben zu…' })
  await picker.getByRole('textbox', { name: 'Nachname', exact: true }).fill(to)
  await page.keyboard.press('Enter')
  await picker.getByRole('gridcell', { name: to }).click()
  await expect(page.getByText(`«Vertrag.txt» gehört jetzt zu ${to}.`)).toBeVisible()
  await expect(tab(page, 'Dokumente (0)')).toBeVisible()

  await page.goto(`/contacts/${id}/attachments/${document?.id}`)
  await expect(page).toHaveURL(new RegExp(`/contacts/${target}/attachments/`))
  await expect(page.getByRole('region', { name: 'Vertrag.txt' })).toHaveText(`Vertrag ${from}`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`/contacts/${target}\\?tab=documents$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(to)
})

test('moving a document that was renamed meanwhile compares both versions first', async ({ page, signIn }) => {
  await signIn('admin')
  const [from, to] = [unique(), unique()]
  const id = await addNamed(page, from)
  await addNamed(page, to)
  await page.goto(`/contacts/${id}?tab=documents`)
  await upload(page, [file('Plan.txt', `Plan ${from}`)])
  await expect(results(page)).toContainText('Plan.txt: Die Datei ist abgelegt.')
  await choose(page, 'Plan.txt', 'Zu einem anderen Kontakt verschieben')
  const picker = page.getByRole('dialog', { name: '«Plan.txt» verschieben zu…' })
  await picker.getByRole('textbox', { name: 'Nachname', exact: true }).fill(to)
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('gridcell', { name: to })).toBeVisible()
  const [document] = await call(page, contactDocumentApi.list, { params: { id } })
  await call(page, contactDocumentApi.rename, {
    params: { id, attId: document?.id ?? '' },
    query: { newDocumentName: 'Skizze.txt' },
  })
  await picker.getByRole('gridcell', { name: to }).click()
  const conflict = page.getByRole('dialog', { name: /Plan.txt/ }).filter({ hasText: 'Skizze.txt' })
  await expect(conflict.getByRole('radiogroup', { name: 'Kontakt' })).toContainText(to)
  await expect(conflict.getByRole('radiogroup', { name: 'Name' })).toContainText('Skizze.txt')
  await expectNoAxeViolations(page)
  await conflict.getByRole('button', { name: 'Auswahl speichern' }).click()
  await expect(page.getByText(`gehört jetzt zu ${to}.`)).toBeVisible()
  await page.goto(`/contacts/${id}/attachments/${document?.id}`)
  await expect(page.getByRole('region', { name: 'Skizze.txt' })).toHaveText(`Plan ${from}`)
})

test('a user who may only read sees no button that would be refused', async ({ page, signIn }) => {
  await signIn('admin')
  const id = await addNamed(page, unique())
  await page.goto(`/contacts/${id}?tab=documents`)
  await upload(page, [file('Merkblatt.txt', 'nur lesen')])
  await expect(results(page)).toContainText('Merkblatt.txt: Die Datei ist abgelegt.')

  await signIn('termin')
  await page.goto(`/contacts/${id}?tab=documents`)
  await expect(tile(page, 'Merkblatt.txt')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hochladen' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Papierkorb', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Aktionen für Merkblatt.txt' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Ansehen', 'Herunterladen', 'Versionen'])
})

test('changing the tab with unsaved input asks first', async ({ page, signIn }) => {
  await signIn('admin')
  const id = await addNamed(page, unique())
  await page.goto(`/contacts/${id}`)
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Getippt')
  await tab(page, /^Dokumente/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Getippt')
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}$`))
})
