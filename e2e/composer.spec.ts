import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { mailboxApi } from '../contract/src/mail/mailboxes.ts'
import { commentApi } from '../contract/src/together/comments.ts'
import { addEmails, leaves, stays } from './emails.ts'
import { addContact, addPerson, call, expect, expectNoAxeViolations, settled, test, unique } from './fixtures.ts'
import { pdf } from './pdf.ts'

interface Mail {
  to: string[]
  raw: string
}

const received: Mail[] = []
const smtp = new SMTPServer({
  closeTimeout: 100,
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('weg') ? Object.assign(new Error('unknown'), { responseCode: 550 }) : null),
  onData(stream, { envelope }, done) {
    void buffer(stream).then((bytes) => {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), raw: bytes.toString('latin1') })
      done()
    })
  },
})
test.beforeAll(() => new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)))
test.afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

/** Adds a mailbox that sends through the SMTP server of this file, and returns its title. */
async function connect(page: Page): Promise<string> {
  const bound = smtp.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const word = unique()
  const title = `Probe ${word}`
  const server = { host: '127.0.0.1', port, security: 'NONE', user: '' } as const
  const address = `probe${word}@glut.example`
  await call(page, mailboxApi.add, { body: { type: 'POP3', title, address, incoming: server, outgoing: server } })
  return title
}

const composer = (page: Page) => page.getByRole('dialog', { name: 'E-Mail schreiben' })
const field = (page: Page, name: string) => composer(page).getByRole('combobox', { name, exact: true })
const text = (page: Page) => composer(page).getByRole('textbox', { name: 'Inhalt' })
/** Waits until the composer is removed, not only hidden behind a question. */
const closed = (page: Page) =>
  expect(page.getByRole('dialog', { name: 'E-Mail schreiben', includeHidden: true })).toHaveCount(0)
const asked = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => composer(page).getByRole('button', { name, exact: true })

async function sendFrom(page: Page, title: string) {
  const from = composer(page).getByRole('combobox', { name: 'Von' })
  // with a single mailbox the composer has no sender field
  if ((await from.count()) === 0) return
  await from.click()
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click()
}

/** Opens the composer with the pencil of the top bar, and moves the pointer away from the pencil's tooltip. */
async function write(page: Page) {
  await settled(page)
  const bar = page.getByRole('banner')
  // the list of signed-in users comes last into the bar and moves the pencil
  await expect(bar.getByRole('button', { name: /angemeldet$/ })).toBeVisible()
  await bar.getByRole('button', { name: 'E-Mail schreiben' }).click()
  await composer(page).hover()
}

test('a sent message is undone unchanged and sent again; a draft replaces one with the same subject, and is sent', async ({
  page,
  database,
  signIn,
}) => {
  await signIn('admin')
  const title = await connect(page)
  await signIn('user')
  const name = `kunde${unique()}`
  const { id } = await addContact(page, {
    givenName: 'Vera',
    surname: name,
    emailAddresses: [{ address: `${name}@example.test`, favorite: true }],
  })
  await page.goto(`/contacts/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Vera ${name}`)
  // on the page of a contact the composer is filled with that contact
  await write(page)
  await expect(field(page, 'Empfänger')).toBeVisible()
  // the signature is shown as the recipient will read it
  await expect(text(page)).toContainText('user')
  await expect(composer(page).getByText(`${name}@example.test`)).toBeVisible()
  await expectNoAxeViolations(page)
  await sendFrom(page, title)

  await field(page, 'CC').fill('ab')
  await field(page, 'CC').press('Enter')
  await expect(composer(page).getByText('Das Feld muss eine valide E-Mail-Adresse sein')).toBeVisible()
  await field(page, 'CC').fill('kollegin@example.test,')
  await expect(composer(page).getByText('kollegin@example.test')).toBeVisible()
  await text(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('Guten Tag, anbei die Offerte.')

  await button(page, 'Senden').click()
  await expect(asked(page)).toContainText('Wirklich die E-Mail versenden? Kein Betreff vorhanden!')
  await expect(asked(page)).toContainText('Der Text spricht von einem Anhang, es ist aber keiner da.')
  await expectNoAxeViolations(page)
  await asked(page).getByRole('button', { name: 'Abbrechen' }).click()
  await expect(button(page, 'Senden')).toBeFocused()

  await composer(page).getByRole('textbox', { name: 'Betreff' }).fill('Ihre Offerte')
  await composer(page).getByRole('tab', { name: 'Anhänge' }).click()
  await composer(page).getByRole('checkbox', { name: 'Aufbauanleitung Luna.pdf' }).check()
  await composer(page)
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'Offerte.txt', mimeType: 'text/plain', buffer: Buffer.from('CHF 100') })
  await expect(composer(page).getByText(/^2 Anhänge, /)).toBeVisible()
  await expectNoAxeViolations(page)
  await button(page, 'Senden').click()
  await expect(asked(page)).toContainText('Wirklich die E-Mail versenden?')
  await expect(asked(page)).not.toContainText('Anhang')
  await asked(page).getByRole('button', { name: 'Senden' }).click()
  await closed(page)

  // sending can still be undone after a reload
  await stays(database)
  await page.reload()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(composer(page).getByRole('textbox', { name: 'Betreff' })).toHaveValue('Ihre Offerte')
  await expect(composer(page).getByText('kollegin@example.test')).toBeVisible()
  await expect(composer(page).getByRole('tab', { name: 'Anhänge (2)' })).toBeVisible()
  expect(received).toEqual([])
  await button(page, 'Senden').click()
  await asked(page).getByRole('button', { name: 'Senden' }).click()
  await closed(page)
  await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
  await leaves(database)
  await expect.poll(() => received.length).toBe(1)
  const [mail] = received.splice(0)
  expect(mail?.to).toEqual([`${name}@example.test`, 'kollegin@example.test'])
  expect(mail?.raw).toContain('filename="Aufbauanleitung Luna.pdf"')
  expect(mail?.raw).toContain('filename=Offerte.txt')
  await expect(page.getByRole('list', { name: 'Begegnungen' })).toContainText('Ihre Offerte')

  const subject = `Entwurf ${unique()}`
  await page.getByRole('link', { name: 'Kontaktsuche' }).click()
  // two files with the same name each show a preview of their own content, also on a page that is loaded later
  const plans = ['420 595', '595 420'].map((size) => ({
    name: 'Plan.pdf',
    mimeType: 'application/pdf',
    buffer: pdf('Plan', size),
  }))
  const shapes = () =>
    composer(page)
      .getByRole('region', { name: 'Angehängt' })
      .locator('li img')
      .evaluateAll((all: HTMLImageElement[]) => all.map((one) => Math.sign(one.naturalWidth - one.naturalHeight)))
  for (const words of ['erster Stand', 'zweiter Stand']) {
    await write(page)
    await field(page, 'Empfänger').fill('draft@example.test')
    await field(page, 'Empfänger').press('Enter')
    await composer(page).getByRole('textbox', { name: 'Betreff' }).fill(subject)
    await text(page).click()
    await page.keyboard.insertText(words)
    if (words === 'zweiter Stand') {
      await composer(page).getByRole('tab', { name: 'Anhänge' }).click()
      await composer(page).locator('input[type=file]').last().setInputFiles(plans)
      await expect.poll(shapes).toEqual([-1, 1])
    }
    await button(page, 'Als Entwurf speichern').click()
    await expect(page.getByText('In Entwürfe abgelegt / aktualisiert')).toBeVisible()
    await button(page, 'Abbrechen').click()
    await asked(page).getByRole('button', { name: 'Als Entwurf ablegen' }).click()
    await closed(page)
  }
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('drafts') ?? '[]') as { subject: string }[])
  expect(kept.filter((one) => one.subject === subject)).toHaveLength(1)

  await page.reload()
  await write(page)
  await button(page, 'Entwürfe').click()
  const drafts = page.getByRole('dialog', { name: 'Entwürfe' })
  await expect(drafts.getByRole('button', { name: new RegExp(`^${subject}`) })).toHaveCount(1)
  await expectNoAxeViolations(page)
  await drafts.getByRole('button', { name: new RegExp(`^${subject}`) }).click()
  await expect(text(page)).toContainText('zweiter Stand')
  await composer(page).getByRole('tab', { name: 'Anhänge (2)' }).click()
  await expect.poll(shapes).toEqual([-1, 1])
  await sendFrom(page, title)
  await field(page, 'BCC').fill('weg@example.test;')
  await button(page, 'Senden').click()
  await asked(page).getByRole('button', { name: 'Senden' }).click()
  await closed(page)
  expect(await page.evaluate(() => localStorage.getItem('drafts'))).not.toContain(subject)

  await leaves(database)
  await expect.poll(() => received.length).toBe(1)
  await page.getByRole('button', { name: /^\d+ E-Mails? im Postausgang/ }).click()
  const outbox = page.getByRole('dialog', { name: 'Postausgang' })
  await expect(outbox).toContainText('Der Server hat Empfänger abgelehnt.')
  await expect(outbox).toContainText('teilweise angenommen')
  await expectNoAxeViolations(page)
  await outbox.getByRole('button', { name: 'Ruhen lassen' }).first().click()
  await expect(outbox).toContainText('ruht')
})

test('on a phone the composer has its buttons in one line, notices cover no field, and long-named files can be removed', async ({
  page,
  signIn,
  openFor,
  database,
}) => {
  const me = await addPerson(database)
  await signIn(me)
  await page.goto('/contactSearch')
  await write(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const top = async (name: string) => (await button(page, name).boundingBox())?.y
  const first = await top('Abbrechen')
  for (const name of ['Vorlage einfügen', 'Als Entwurf speichern', 'Senden']) {
    expect(Math.abs(((await top(name)) ?? 0) - (first ?? 0)), name).toBeLessThan(8)
  }

  const [emailId] = await addEmails(database, [{ subject: `Frage ${unique()}`, from: 'frage@example.test' }])
  const admin = await openFor('admin')
  await call(admin, commentApi.add, { params: { id: emailId }, body: { text: `@${me} Eins` } })
  const announced = page.getByRole('region', { name: 'Soeben geschehen' })
  const field = composer(page).getByRole('combobox', { name: 'Empfänger' })
  const freeBelow = async () => {
    const [card, below] = [await announced.boundingBox(), await field.boundingBox()]
    return card?.height && below ? below.y - card.y - card.height : -1
  }
  await expect.poll(freeBelow).toBeGreaterThanOrEqual(0)

  await composer(page).getByRole('tab', { name: 'Anhänge' }).click()
  const file = { name: `${'Ü'.repeat(180)}.pdf`, mimeType: 'application/pdf', buffer: pdf('Plan') }
  await composer(page).locator('input[type=file]').last().setInputFiles([file])
  const remove = composer(page).getByRole('button', { name: /^Ü+\.pdf entfernen$/ })
  await expect(remove).toBeVisible()
  const { x = 0, width = 0 } = (await remove.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(390)
  await remove.click()
  await expect(remove).toHaveCount(0)
})
