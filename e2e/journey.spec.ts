import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { boardApi } from '../contract/src/orders/boards.ts'
import { flameApi } from '../contract/src/orders/flames.ts'
import { type Dovecot, mailPassword, startDovecot } from '../server/test/dovecot.ts'
import { mail } from '../server/test/mail.ts'
import { readFolder } from '../server/test/read-folder.ts'
import { leaves } from './emails.ts'
import { addContact, call, choose, enter, expect, field, said, test, unique, uniqueNumber } from './fixtures.ts'

// E-mails go over real servers.
test.setTimeout(600_000)

let dovecot: Dovecot
const handedIn: { user: unknown; from: string }[] = []
/** Accepts messages from any user who signs in, and delivers them to the mailboxes of the recipients. */
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    password === mailPassword ? done(null, { user: username ?? '' }) : done(new Error('wrong password')),
  onData(stream, { user, envelope }, done) {
    const { mailFrom, rcptTo } = envelope
    buffer(stream)
      .then(async (bytes) => {
        for (const { address } of rcptTo) await dovecot.deliver(address, bytes)
        handedIn.push({ user, from: mailFrom ? mailFrom.address : '' })
      })
      .then(() => done(), done)
  },
})
test.beforeAll(async () => {
  dovecot = await startDovecot()
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
})
test.afterAll(async () => {
  await new Promise<void>((done) => smtp.close(done))
  await dovecot.remove()
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Returns a function that gives the number of mouse presses so far. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  let presses = 0
  await page.exposeFunction('pressed', () => {
    presses += 1
  })
  await page.addInitScript(() => {
    const { pressed } = window as unknown as { pressed: () => void }
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && pressed(), true)
  })
  return async () => {
    await page.waitForLoadState()
    return presses
  }
}

/** Connects the mailbox of the company as an admin, after a successful connection test. */
async function connectMailbox(page: Page, title: string, address: string): Promise<void> {
  await page.goto('/mailboxes')
  await page.getByRole('button', { name: 'Postfach verbinden' }).first().click()
  const form = dialog(page, 'Postfach verbinden')
  await form.getByRole('textbox', { name: 'Bezeichnung' }).fill(title)
  await form.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(address)
  for (const [name, port] of [
    ['Posteingang', dovecot.imap],
    ['Postausgang (SMTP)', (smtp.server.address() as AddressInfo).port],
  ] as const) {
    const part = form.getByRole('group', { name })
    await part.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
    await part.getByRole('textbox', { name: 'Port' }).fill(String(port))
    await part.getByRole('combobox', { name: 'Verschlüsselung' }).click()
    await page.getByRole('option', { name: 'keine' }).click()
    await part.getByRole('textbox', { name: 'Benutzername' }).fill(address)
    await part.getByLabel('Passwort').fill(mailPassword)
  }
  await form.getByRole('button', { name: 'Verbindung testen' }).click()
  await expect(form.getByText('Die Verbindung funktioniert.')).toBeVisible()
  await form.getByRole('button', { name: 'Speichern' }).click()
  await said(page, `Postfach «${title}» ist gespeichert`)
  await expect(page.getByRole('region', { name: title })).toContainText('in Ordnung')
}

/** Fills the fields that the steps up to the delivery require; the other required fields are filled already. */
async function fillDossier(page: Page, customer: string): Promise<void> {
  await expect(page.getByRole('combobox', { name: 'AVIS-E-Mail' })).toHaveText(customer)
  await expect(page.getByRole('combobox', { name: 'AVIS-Telefonnummer' })).toContainText('079')
  await field(page, 'SAP-Auftragsnummer').fill('4711')
  await field(page, 'Abholtermin').fill('9.3.27')
  await field(page, 'Zahlungsfrist').fill('30.3.27')
  await page
    .getByRole('group', { name: 'In der E-Mail erkannt' })
    .getByRole('button', { name: '2 × Feuerschale Luna 80' })
    .click()
  await page.getByRole('button', { name: 'Zurücksetzen und neu berechnen' }).click()
  const packages = dialog(page, 'Packliste aus den Artikeln berechnen')
  await expect(packages.getByText('29.5 kg + 42.5 kg = 72 kg')).toBeVisible()
  await packages.getByRole('button', { name: 'Packliste ersetzen' }).click()
  await expect(page.getByText(/^2 Packstücke · 144 kg/)).toBeVisible()
  const save = page.getByRole('banner').getByRole('button', { name: 'Speichern' })
  await save.click()
  await expect(save).toBeDisabled()
  await expect(page.getByRole('group', { name: /^Für .* fehlt$/ })).toHaveCount(0)
}

test('the e-mail of a customer becomes an order: from the inbox to the archived flame, all of it on the timeline', async ({
  page,
  database,
  signIn,
}) => {
  const surname = `K${unique()}`
  const name = `Karla ${surname}`
  const firm = dovecot.account(`firma${surname}`)
  const customer = dovecot.account(surname.toLowerCase())
  const subject = `Anfrage ${surname}`
  const answered = `AW: ${subject}`
  const row = page.getByRole('list', { name: 'E-Mails' }).getByRole('listitem').filter({ hasText: subject })
  const message = page.getByRole('article', { name: subject })

  await test.step('a mailbox is connected', async () => {
    await signIn('admin')
    await connectMailbox(page, `Firma ${surname}`, firm)
  })

  const presses = await countPresses(page)

  await test.step('the e-mail arrives and is read', async () => {
    await signIn('user')
    await page.goto('/emails')
    await expect(page.getByRole('list', { name: 'E-Mails' })).toBeVisible()
    const head = {
      From: `${name} <${customer}>`,
      To: firm,
      Subject: subject,
      'Message-ID': `<${surname}@example.test>`,
    }
    await dovecot.deliver(
      firm,
      mail(
        head,
        `Was kosten zwei Schalen Luna 80, geliefert nach Zug?\n\nFreundliche Grüsse\n${name}\nSeeweg 4\n6300 Zug\n${uniqueNumber()}`,
      ),
    )
    await expect(row).toContainText(name)
    await row.getByRole('link').click()
    await expect(message).toContainText('geliefert nach Zug?')
  })

  let contactPath = ''
  await test.step('the sender of the e-mail is proposed beside it and saved as a contact', async () => {
    const sender = page.getByRole('region', { name: 'Absender' })
    await expect(sender.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Karla')
    await expect(sender.getByRole('textbox', { name: 'Nachname' })).toHaveValue(surname)
    await expect(sender.getByRole('textbox', { name: 'Ort' })).toHaveValue('Zug')
    await choose(page, 'Kundentyp', 'Feuerhelfer')
    await sender.getByRole('button', { name: 'Kontakt anlegen' }).click()
    const link = page.getByRole('region', { name: 'Kontakt', exact: true }).getByRole('link', { name })
    contactPath = (await link.getAttribute('href')) ?? ''
  })

  await test.step('one click makes a flame of the e-mail, and its dossier is filled beside the e-mail', async () => {
    // a new flame goes to the board last used for a customer of this type
    const other = await addContact(page, { surname: `Vor ${surname}`, customerType: 'FIRE_HELPER' })
    const boards = await call(page, boardApi.listFlameBoards, {})
    const taskboardRef = boards.find(({ title }) => title === 'Verkauf')?.id ?? ''
    await call(page, flameApi.add, { body: { contactRef: other.id, taskboardRef } })

    await page.getByRole('region', { name: 'Kontakt', exact: true }).getByRole('button', { name: 'Flamme' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Dossier ${name}`)
    const mailBeside = page.getByRole('region', { name: 'E-Mail des Kunden' })
    await expect(mailBeside).toContainText('geliefert nach Zug?')
    await page.setViewportSize({ width: 1280, height: 800 })
    const leftOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().left)
    const steps = page.getByRole('list', { name: 'Schritte von Verkauf' })
    await expect.poll(async () => (await leftOf(mailBeside)) - (await leftOf(steps))).toBeGreaterThan(600)
    await expect(mailBeside.getByText('geliefert nach Zug?')).toBeVisible()
    const sapNumber = field(page, 'SAP-Auftragsnummer')
    const before = await sapNumber.boundingBox()
    await sapNumber.fill('4')
    await expect(page.getByRole('button', { name: 'Verwerfen' })).toBeVisible()
    expect(await sapNumber.boundingBox()).toEqual(before)
    await page.setViewportSize({ width: 1440, height: 900 })
    await fillDossier(page, customer)
  })

  let detour = 0
  await test.step('a message begun from the dossier takes its values, and sending it warns of an unfilled field', async () => {
    const before = await presses()
    await page.getByRole('button', { name: 'E-Mail an den Kunden' }).click()
    const composer = dialog(page, 'E-Mail schreiben')
    await expect(composer).toContainText(customer)
    await expect(composer.getByText(`Flamme: ${name}`)).toBeVisible()
    await composer.getByRole('button', { name: 'Vorlage einfügen' }).click()
    await dialog(page, 'Vorlage wählen')
      .getByRole('button', { name: /^Lieferung angekündigt/ })
      .click()
    const text = composer.getByRole('textbox', { name: 'Inhalt' })
    await expect(text).toContainText('verlässt am 09.03.2027 unsere Werkstatt und ist am Lieferdatum bei Ihnen')
    await composer.getByRole('button', { name: 'Senden' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Felder sind nicht ausgefüllt' })
    await expect(asked.getByRole('listitem')).toHaveText(['Lieferdatum'])
    await expect(asked.getByRole('button', { name: 'Trotzdem senden' })).toBeVisible()
    await asked.getByRole('button', { name: 'Zurück zur E-Mail' }).click()
    await page.keyboard.press('F2')
    await expect(composer.getByRole('textbox', { name: 'Betreff' })).toBeFocused()
    await page.keyboard.insertText('im März')
    await expect(composer.getByRole('textbox', { name: 'Betreff' })).toHaveValue('Ihre Feuerschale kommt am im März')
    await page.keyboard.press('F2')
    await page.keyboard.insertText('im März')
    await expect(text).toContainText('ist am im März bei Ihnen')
    await composer.getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
    await expect(composer).toHaveCount(0)
    detour = (await presses()) - before
  })

  const beside = page.getByRole('region', { name: 'E-Mail des Kunden' })
  await test.step('the e-mail is answered from the dossier, with a template and a print that is made when it is sent', async () => {
    await beside.getByRole('button', { name: 'Antworten', exact: true }).click()
    const composer = dialog(page, 'E-Mail schreiben')
    await expect(composer.getByRole('combobox', { name: 'Von' })).toContainText(firm)
    await expect(composer.getByRole('textbox', { name: 'Betreff' })).toHaveValue(answered)
    await expect(composer).toContainText(customer)
    await composer.getByRole('button', { name: 'Vorlage einfügen' }).click()
    await dialog(page, 'Vorlage wählen')
      .getByRole('button', { name: /^Offerte/ })
      .click()
    const text = composer.getByRole('textbox', { name: 'Inhalt' })
    await expect(text).toContainText('Gerne unterbreiten wir Ihnen unsere Offerte')
    await expect(text).toContainText('Was kosten zwei Schalen Luna 80')
    await expect(composer.getByRole('tab', { name: 'Anhänge (1)' })).toBeVisible()
    await composer
      .getByRole('group', { name: 'Ausdrucke anhängen:' })
      .getByRole('checkbox', { name: 'Lieferschein' })
      .check()
    await composer.getByRole('button', { name: 'Senden' }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked).toContainText('Wirklich die E-Mail versenden?')
    await expect(asked.getByRole('listitem')).toHaveCount(0)
    await asked.getByRole('button', { name: 'Senden' }).click()
    // removed, not only hidden behind the question
    await expect(page.getByRole('dialog', { name: 'E-Mail schreiben', includeHidden: true })).toHaveCount(0)
    await leaves(database)
  })

  await test.step('the customer receives the answer, and a copy is in the Sent folder', async () => {
    await expect.poll(() => readFolder(dovecot.imap, customer).then(({ length }) => length)).toBe(1)
    const [received] = await readFolder(dovecot.imap, customer)
    expect(received?.mail).toMatchObject({
      subject: answered,
      from: { address: firm },
      inReplyTo: `<${surname}@example.test>`,
      references: `<${surname}@example.test>`,
      attachments: [
        { filename: 'Verkaufsliste 2026.pdf' },
        { filename: expect.stringMatching(/^Lieferschein .*\.pdf$/) },
      ],
    })
    expect(received?.mail.html).toContain('Gerne unterbreiten wir Ihnen unsere Offerte')
    for (const { content } of received?.mail.attachments ?? []) {
      expect(Buffer.from(content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
    }
    expect(handedIn.at(-1)).toEqual({ user: firm, from: firm })

    await expect.poll(() => readFolder(dovecot.imap, firm, 'Sent').then(({ length }) => length)).toBe(1)
    const [copy] = await readFolder(dovecot.imap, firm, 'Sent')
    expect([copy?.mail.messageId, copy?.flags]).toEqual([received?.mail.messageId, expect.arrayContaining(['\\Seen'])])
    await expect
      .poll(() => readFolder(dovecot.imap, firm).then(([question]) => question?.flags))
      .toContain('\\Answered')
  })

  await test.step('the e-mail is closed beside the dossier', async () => {
    await beside.getByRole('button', { name: 'Schliessen', exact: true }).click()
    await said(page, `«${subject}» ist geschlossen`)
  })

  await test.step('the flame is moved to the last step and archived from its dossier', async () => {
    await page
      .getByRole('list', { name: 'Schritte von Verkauf' })
      .getByRole('button', { name: 'Versandbereit' })
      .click()
    await page.getByRole('button', { name: 'Archivieren…' }).click()
    const archiving = dialog(page, 'Flamme archivieren')
    await archiving.getByRole('checkbox', { name: 'Kontakt zum Kunden machen' }).check()
    await archiving.getByRole('button', { name: 'Archivieren' }).click()
    await said(page, `«${name}» wurde archiviert.`)
    expect((await presses()) - detour, 'from the mail to the archived flame').toBeLessThanOrEqual(20)
  })

  await test.step('the timeline of the contact shows all of it and leads to the e-mail, as does the dossier', async () => {
    await enter(page, contactPath)
    await expect(page.getByRole('link', { name: `Aus E-Mail «${subject}»` })).toBeVisible()
    const encounters = page.getByRole('list', { name: 'Begegnungen' }).getByRole('listitem')
    await expect(encounters).toHaveCount(3)
    await expect(encounters.filter({ hasText: answered })).toContainText('Gerne unterbreiten wir Ihnen unsere Offerte')
    await expect(encounters.filter({ hasText: subject }).filter({ hasNotText: answered })).toContainText('nach Zug?')
    const question = encounters.filter({ hasText: subject }).filter({ hasNotText: answered })
    await question.getByRole('link', { name: /E-Mail öffnen/ }).click()
    await expect(message).toContainText('geliefert nach Zug?')
    await page.goBack()

    await page.getByRole('button', { name: 'E-Mails', exact: true }).click()
    await expect(page.getByText(`Kontakt: ${name}`)).toBeVisible()
    await expect(page.getByRole('list', { name: 'E-Mails' }).getByRole('listitem')).toHaveCount(2)
    await page.goBack()

    const order = encounters.filter({ hasText: 'Feuerschale Luna 80' })
    await order.getByRole('link', { name: /Dossier/ }).click()
    await expect(page.getByText(/^Diese Flamme ist seit .* archiviert\.$/)).toBeVisible()
    await page.getByRole('link', { name: `Aus E-Mail «${subject}»` }).click()
    await expect(message).toContainText('geliefert nach Zug?')
  })
})
