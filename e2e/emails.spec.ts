import type { Page } from '@playwright/test'
import { addEmails } from './emails.ts'
import { addContact, expect, expectNoAxeViolations, test, unique } from './fixtures.ts'

test.describe.configure({ mode: 'serial' })
// what the server takes out already, the frame of a message refuses once more
test.use({ expectedErrors: /Blocked script execution/ })

const list = (page: Page) => page.getByRole('list', { name: 'E-Mails' })
const row = (page: Page, subject: string) => list(page).getByRole('listitem').filter({ hasText: subject })
const message = (page: Page, subject: string) => page.getByRole('article', { name: subject })
const said = (page: Page) => page.getByRole('region', { name: 'Meldungen' })

let ids: string[] = []

test('who signs in begins with the inbox', async ({ page, database }) => {
  ids = await addEmails(database, [
    {
      subject: 'Erste Anfrage',
      from: 'anna@example.org',
      name: 'Anna Beispiel',
      text: 'Haben Sie den Ring?',
      hoursAgo: 3,
    },
    { subject: 'Zweite Anfrage', from: 'beat@example.org', name: 'Beat Beispiel', text: 'Was kostet er?', hoursAgo: 2 },
    {
      subject: 'Mit Bildern',
      from: 'carla@example.org',
      html: '<p style="color:#aa0000">Rot</p><script>document.title="x"</script><img data-blocked="0" alt="Bild">',
      text: 'Rot',
      blockedPictures: ['http://127.0.0.1:9/pixel.gif'],
      hoursAgo: 1,
    },
  ])
  await page.goto('/login')
  await page.getByLabel('Benutzername').fill('user')
  await page.getByLabel('Passwort').fill('glut-demo')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page).toHaveURL(/\/emails$/)
  await expect(row(page, 'Erste Anfrage')).toContainText('Anna Beispiel')
})

test('a message is read, taken and closed, by keys too', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto('/emails')
  await expect(row(page, 'Erste Anfrage')).toBeVisible()
  await row(page, 'Erste Anfrage').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/emails/${ids[0]}$`))
  await expect(message(page, 'Erste Anfrage')).toContainText('Haben Sie den Ring?')
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(message(page, 'Erste Anfrage')).toContainText('Bearbeiter: user')
  await expect(row(page, 'Erste Anfrage')).toHaveCount(0)
  await page.goto(`/emails/${ids[1]}`)
  await expect(message(page, 'Zweite Anfrage')).toBeVisible()
  await page.keyboard.press('e')
  await expect(said(page)).toContainText('«Zweite Anfrage» ist geschlossen')
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(message(page, 'Zweite Anfrage').getByText('Offen', { exact: true })).toBeVisible()
})

test('keys pressed fast are done one after the other, and nothing is asked', async ({ page, database, signIn }) => {
  const subject = `Eilig ${unique()}`
  const [id] = await addEmails(database, [{ subject, from: 'eilig@example.test' }])
  await signIn('user')
  await page.goto(`/emails/${id}`)
  await expect(message(page, subject)).toBeVisible()
  const press = (keys: string[]) =>
    // within one moment, so that no answer is there yet
    page.evaluate((all) => {
      for (const key of all) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }, keys)
  await press(['t', 't', 'i', 'e', 'e'])
  await expect(said(page)).toContainText(`«${subject}» ist geschlossen`)
  // the notice covers neither the list nor the message
  const { y: top = 0 } = (await page.locator('[data-notice]').boundingBox()) ?? {}
  for (const part of [page.getByRole('main').locator('> div'), message(page, subject)]) {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(top)
  }
  await expect(message(page, subject)).toContainText('Bearbeiter: user')
  await expect(page.getByRole('button', { name: 'Nicht mehr wichtig' })).toBeVisible()
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(message(page, subject).getByText('In Arbeit', { exact: true })).toBeVisible()
  await press(['Delete', 'Delete'])
  await expect(said(page)).toContainText(`«${subject}» liegt im Papierkorb`)
  await said(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(said(page)).toContainText(`«${subject}» ist wieder da`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Verlauf' }).click()
  const history = page.getByRole('list', { name: 'Verlauf' })
  await expect(history.getByText('Wichtig: ja')).toHaveCount(1)
})

test('to a message of ours the keys do no more than its buttons', async ({ page, database, signIn }) => {
  const [id] = await addEmails(database, [
    { subject: 'Unsere Antwort', from: 'info@example.test', direction: 'OUTGOING' },
  ])
  await signIn('user')
  await page.goto(`/emails/${id}`)
  await expect(message(page, 'Unsere Antwort')).toBeVisible()
  // a dialog or another state would be there before the last of them has done its work
  for (const key of ['a', 't', 'e', 'i']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: 'Nicht mehr wichtig' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Verlauf' }).click()
  const history = page.getByRole('list', { name: 'Verlauf' })
  await expect(history).toContainText('Wichtig: ja')
  await expect(history).not.toContainText('Zustand')
})

test('the text of a stranger runs nothing and loads nothing', async ({ page, signIn }) => {
  await signIn('user')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/emails/${ids[2]}`)
  const frame = page.frameLocator('iframe[title="Inhalt der E-Mail"]')
  await expect(frame.getByText('Rot')).toHaveCSS('color', 'rgb(170, 0, 0)')
  // it reads like the rest of the page: its letters, no frame around it and no grip
  const letters = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)
  await expect(frame.locator('body')).toHaveCSS('font-family', letters)
  const inPage = page.locator('iframe[title="Inhalt der E-Mail"]')
  for (const box of [inPage, inPage.locator('..')]) {
    await expect(box).toHaveCSS('border-top-width', '0px')
    await expect(box).toHaveCSS('resize', 'none')
  }
  await expect(page.getByText('1 Bild von einer fremden Seite wurde nicht geladen.')).toBeVisible()
  expect(asked.filter((url) => url.includes('pixel.gif') || url.includes('/pictures/'))).toEqual([])
})

test('two people at one message see each other, and nobody overwrites the other', async ({
  page,
  signIn,
  openFor,
  expectError,
}) => {
  expectError(/409/)
  await signIn('user')
  const other = await openFor('admin')
  await page.goto(`/emails/${ids[1]}`)
  await other.goto(`/emails/${ids[1]}`)
  await expect(message(other, 'Zweite Anfrage')).toBeVisible()
  await expect(page.getByText('admin betrachtet diese E-Mail gerade.')).toBeVisible({ timeout: 20_000 })
  await other.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(message(other, 'Zweite Anfrage')).toContainText('Bearbeiter: admin')
  await page.getByRole('button', { name: 'In Arbeit nehmen' }).click()
  await expect(page.getByRole('dialog', { name: /Zweite Anfrage/ })).toContainText('admin')
})

test('a contact is made from a message and linked to it; one that was looked at for a flame is not', async ({
  page,
  database,
  signIn,
}) => {
  await signIn('user')
  const surname = `Fremd${unique()}`
  await addContact(page, { surname })
  await page.goto(`/emails/${ids[0]}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Flamme erstellen…' }).click()
  const picker = page.getByRole('dialog')
  await picker.getByRole('textbox', { name: 'Nachname' }).fill(surname)
  await picker.getByRole('button', { name: 'Suchen' }).click()
  await picker.getByRole('gridcell', { name: surname }).first().click()
  const boards = page.getByRole('dialog', { name: 'Taskboard wählen' })
  await expect(boards).toContainText(surname)
  await boards.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { rows } = await database.pool.query('select contact_id from email where id = $1', [ids[0]])
  const { rows: written } = await database.pool.query('select 1 from contact where surname = $1 and version > 1', [
    surname,
  ])
  expect([rows[0]?.contact_id, written]).toEqual([null, []])
  await expect(message(page, 'Erste Anfrage')).not.toContainText(surname)

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Kontakt erstellen' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('Anna')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]+$/)
  await page.goto(`/emails/${ids[0]}`)
  await expect(page.getByRole('link', { name: 'Anna Beispiel' })).toBeVisible()
})

test('both forms of the address lead to the message', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto(`/emails/-2/${ids[2]}`)
  await expect(message(page, 'Mit Bildern')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Bearbeiter' })).toHaveText('Nicht zugewiesen')
})

test('axe finds nothing on the mailboxes and the form of one; a span ends after it begins', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/mailboxes')
  const past = page.getByRole('region', { name: 'Frühere E-Mails ablegen' })
  await past.getByRole('textbox', { name: 'Von' }).fill('2.1.26')
  await past.getByRole('textbox', { name: 'Bis' }).fill('1.1.26')
  await past.getByRole('button', { name: 'Starten' }).click()
  await expect(past.getByText('Das Ende muss nach dem Beginn liegen')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Postfach verbinden' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Postfach verbinden' })).toBeVisible()
  await expectNoAxeViolations(page)
})
