import type { Page } from '@playwright/test'
import { telephonyApi } from '../../contract/src/calls/telephony.ts'
import { addContact, addPerson, expect, expectNoAxeViolations, said, test, unique, uniqueLandline } from './fixtures.ts'
import { callsButton, corner, telephones } from './telephones.ts'

async function tellOfCall(page: Page, key: string, data: object) {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await page.request.fetch(telephonyApi.tell.path, { method: 'POST', data, headers })
  expect(answer.status()).toBe(202)
}

test('a call is announced to whom it rings at, disappears when another answers, and is recorded with one click', async ({
  page,
  signIn,
  database,
}) => {
  const { me, own, other, key } = await telephones(database)
  await signIn(me)
  const surname = `Rufer${unique()}`
  const number = uniqueLandline()
  const { id } = await addContact(page, { surname, phoneNumbers: [{ type: 'LANDLINE', number }] })
  const call = (event: string, more: object = {}) =>
    tellOfCall(page, key, { callId: surname, from: number, to: own, extension: [own, other], event, ...more })
  await page.goto('/ownDueFlames')
  await expect(callsButton(page)).toBeVisible()
  await call('RINGING')
  await expect(corner(page).getByText(new RegExp(`Anruf von .*${surname}`))).toBeVisible()
  await call('ANSWERED', { answeredBy: other })
  await expect(corner(page).getByText(new RegExp(`Anruf von .*${surname}`))).toHaveCount(0)

  // the next call is answered by this user
  const mine = (event: string, more: object = {}) =>
    tellOfCall(page, key, { callId: `${surname} 2`, from: number, to: own, event, ...more })
  await mine('RINGING')
  await mine('ANSWERED', { answeredBy: own })
  // the ringing ends, and the link to the caller stays
  const card = corner(page).getByText(new RegExp(`Im Gespräch mit .*${surname}`))
  await expect(card).toBeVisible()
  await corner(page).getByRole('button', { name: 'Anzeigen' }).click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${id}`))
  await mine('ENDED')
  await corner(page).getByRole('button', { name: 'Festhalten' }).click()
  await expect(corner(page).getByRole('button', { name: 'Festhalten' })).toHaveCount(0)
  await callsButton(page).click()
  const list = page.getByRole('dialog', { name: 'Anrufe' })
  await expect(list.getByRole('link', { name: / anrufen$/ }).first()).toHaveAttribute('href', /^tel:\+/)
  await expect(list.getByRole('listitem').filter({ hasText: surname }).filter({ hasText: 'festgehalten' })).toHaveCount(
    1,
  )
  await expectNoAxeViolations(page)
})

test('for an unknown number contacts with a similar number are named, and one click adds the number to a contact', async ({
  page,
  signIn,
  database,
}) => {
  const { me, own, key } = await telephones(database)
  await signIn(me)
  const surname = `Firma${unique()}`
  const stem = uniqueLandline(6).slice(0, -2)
  await addContact(page, { surname, phoneNumbers: [{ type: 'BUSINESS', number: `${stem}10` }] })
  await page.goto('/ownDueFlames')
  await expect(callsButton(page)).toBeVisible()
  await tellOfCall(page, key, { callId: surname, from: `${stem}77`, to: own, event: 'RINGING' })
  await expect(corner(page).getByRole('link', { name: new RegExp(surname) })).toBeVisible()
  await expect(corner(page).getByText(/gleicher Nummernstamm/)).toBeVisible()
  await corner(page).getByRole('button', { name: 'Nummer diesem Kontakt hinzufügen' }).click()
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query('select 1 from phone_number where number = $1', [`${stem}77`])
      return rows.length
    })
    .toBe(1)
})

test('a person without access to contacts is told of a call, and sends no request that would be refused', async ({
  page,
  signIn,
  database,
}) => {
  const { key } = await telephones(database)
  const [me, extension] = [await addPerson(database, 'pm'), `9${unique()}`]
  await database.pool.query('update app_user set extensions = $1 where username = $2', [extension, me])
  await signIn(me)
  await page.goto('/allArchivedProjects')
  await expect(callsButton(page)).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await tellOfCall(page, key, { callId: extension, from: '+41441234567', to: extension, event: 'RINGING' })
  await expect(corner(page).getByText(/Anruf von 044 123 45 67/)).toBeVisible()
  await expect(corner(page).getByRole('button', { name: 'Anzeigen' })).toHaveCount(0)
  await callsButton(page).click()
  await expect(page.getByRole('dialog', { name: 'Anrufe' })).toBeVisible()
  expect(asked.filter((url) => url.includes('/api/calls/'))).toEqual([])
})

test('a missed call becomes a to-do to call back, at a new flame or at the existing one', async ({
  page,
  signIn,
  database,
}) => {
  const { me, own, key } = await telephones(database)
  await signIn(me)
  const surname = `Verpasst${unique()}`
  const number = uniqueLandline()
  const { id } = await addContact(page, { surname, phoneNumbers: [{ type: 'LANDLINE', number }] })
  for (const event of ['RINGING', 'MISSED'])
    await tellOfCall(page, key, { callId: surname, from: number, to: own, event })
  await page.goto('/ownDueFlames')
  await callsButton(page).click()
  const list = page.getByRole('dialog', { name: 'Anrufe' })
  const callBack = list.getByRole('button', { name: `Zurückrufen: To-do zu ${surname}` })
  await callBack.click()
  const dialog = page.getByRole('dialog', { name: `${surname} zurückrufen` })
  await expect(dialog.getByText(/hat keine offene/)).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Flamme und To-do anlegen' }).click()
  await expect(dialog).toBeHidden()
  await callBack.click()
  await dialog.getByRole('textbox', { name: 'To-do' }).fill('Nochmals zurückrufen')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'To-do anlegen' }).click()
  await expect(dialog).toBeHidden()
  const { rows } = await database.pool.query<{ title: string; username: string }>(
    `select t.title, u.username from todo t join dossier d on d.flame_id = t.flame_id
       left join app_user u on u.id = t.assignee_id where d.contact_id = $1 order by t.title desc`,
    [id],
  )
  expect(rows.map((row) => row.username)).toEqual([me, me])
  expect(rows[0]?.title).toMatch(/^Zurückrufen: 044 /)
  expect(rows[1]?.title).toBe('Nochmals zurückrufen')
})

test('an admin makes an access key that is shown once, tries a call out, and revokes the key', async ({
  page,
  signIn,
  database,
}) => {
  await signIn('admin')
  const surname = `Probe${unique()}`
  const number = uniqueLandline()
  await addContact(page, { surname, phoneNumbers: [{ type: 'LANDLINE', number }] })
  const { me, own } = await telephones(database)
  await page.goto('/accessKeys')
  await page.getByRole('button', { name: 'Zugangsschlüssel anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zugangsschlüssel anlegen' })
  const title = `Anlage ${unique()}`
  await dialog.getByRole('textbox', { name: 'Bezeichnung' }).fill(title)
  await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await expect(dialog.getByText(/wird nur jetzt gezeigt/)).toBeVisible()
  const key = (await page.locator('code').textContent()) ?? ''
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Schlüssel kopieren' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Ich habe ihn gesichert' }).click()
  await tellOfCall(page, key, { event: 'RINGING', callId: surname, from: number, to: own })

  await page.goto('/telephony')
  await expect(page.getByRole('row', { name: new RegExp(surname) })).toBeVisible()
  await page.getByRole('textbox', { name: 'Nummer des Anrufers' }).fill(number)
  await page.getByRole('textbox', { name: 'Angerufene Nummer oder Nebenstelle' }).fill(own)
  await page.getByRole('button', { name: 'Ausprobieren' }).click()
  await expect(page.getByText(`Klingelt bei: ${me}`)).toBeVisible()
  await expect(page.getByText(/^POST \/api\/telephony\/sipgate/)).toBeVisible()
  const exchange = page.getByRole('combobox', { name: 'Telefonanlage' })
  const choose = async (name: string) => {
    await exchange.click()
    await page.getByRole('option', { name }).click()
  }
  await choose('Placetel')
  await expect(page.getByText(/^POST /)).toHaveCount(0)
  await choose('sipgate')
  const found = page.getByRole('status').filter({ hasText: 'Klingelt bei' })
  await expect(found.getByRole('link', { name: new RegExp(surname) })).toBeVisible()
  await expectNoAxeViolations(page)

  // sends a missed call as the exchange would, then a message that cannot be read
  await page
    .getByRole('group', { name: /^Senden, als käme/ })
    .getByRole('button', { name: 'nicht angenommen' })
    .click()
  await expect(page.getByRole('row', { name: /sipgate.*nicht angenommen/ })).toBeVisible()
  await page.goto('/telephony?calls=INCOMING&since=2030-01-01')
  await expect(page.getByText('Keine solchen Anrufe')).toBeVisible()
  await page.getByRole('button', { name: 'eingehend · ab 01.01.2030' }).press('Delete')
  await expect(page.getByRole('row', { name: /sipgate.*nicht angenommen/ })).toBeVisible()
  await page.getByRole('button', { name: 'Schlüssel anlegen' }).click()
  const address = page.getByText(/^http.*\/api\/telephony\/sipgate\//)
  await expect(page.getByRole('button', { name: 'Adresse kopieren' })).toBeVisible()
  const url = (await address.textContent()) ?? ''
  const unread = await page.request.fetch(new URL(url).pathname, { method: 'POST', data: { event: 'dancing' } })
  expect(unread.status()).toBe(400)
  await expect(page.getByRole('row', { name: /sipgate.*Meldung nicht lesbar/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Kennung des Tokens' }).fill('token-1')
  await page.getByLabel('Token', { exact: true }).fill('geheim')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Telefonanlage' }).click()
  await page.getByRole('option', { name: 'Placetel' }).click()
  await page.getByRole('button', { name: 'Schlüssel anlegen' }).click()
  await expect(page.getByText('Gemeinsames Geheimnis', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Telefonanlage' }).click()
  await page.getByRole('option', { name: '3CX' }).click()
  await expect(page.getByRole('link', { name: 'Vorlage herunterladen' })).toBeVisible()

  await page.goto('/accessKeys')
  await page.getByRole('button', { name: `Aktionen ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Widerrufen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click()
  await expect(page.getByText(`«${title}» ist widerrufen`)).toBeVisible()
})

test('the documentation for booking programs is linked beside the access keys', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/accessKeys')
  await page.getByRole('link', { name: 'Termine buchen: Dokumentation' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Keep a place' })).toBeVisible()
  await expect(page.getByText(/\/api\/appointments\/holds" -H "Authorization: Bearer \$KEY"/).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'SLOT_FULL' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Alle Zugangsschlüssel' }).click()
  await expect(page.getByRole('button', { name: 'Zugangsschlüssel anlegen' })).toBeVisible()
  await page.goto('/accessKeys/docs/nothing')
  await expect(page.getByText('Diese Seite gibt es nicht.')).toBeVisible()
})

test('a phone number calls by device, through sipgate or not at all, as the user has chosen', async ({
  page,
  signIn,
  database,
}) => {
  const { me } = await telephones(database)
  await signIn(me)
  const number = uniqueLandline()
  const phoneNumbers = [{ type: 'LANDLINE' as const, number }]
  const { id } = await addContact(page, { surname: `Ziel${unique()}`, phoneNumbers })
  const link = page.getByRole('link', { name: / anrufen$/ })
  const choose = async (choice: string) => {
    await page.goto('/ownUserConfiguration')
    const choices = page.getByRole('combobox', { name: 'Klick auf eine Telefonnummer' })
    await expect(choices).toBeEnabled()
    await choices.click()
    await page.getByRole('option', { name: choice }).click()
    await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
    await page.goto(`/contacts/${id}`)
  }
  await page.goto(`/contacts/${id}`)
  await expect(link).toHaveAttribute('href', `tel:${number}`)
  await page.goto(`/contacts`)
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /Name, Firma/ }))
    .first()
    .fill(number)
  await expect(page.getByRole('grid', { name: 'Kontakte' }).getByRole('link', { name: / anrufen$/ })).toHaveAttribute(
    'href',
    `tel:${number}`,
  )
  await choose('Anruf über sipgate')
  await link.click()
  await expect(page.getByText(/steht kein Telefon von sipgate|kein sipgate-Konto/)).toBeVisible()
  await choose('nichts')
  await expect(page.getByRole('button', { name: /^Telefonnummer .* kopieren|kopieren/ }).first()).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('leaving the screen with unsaved input of the sipgate account asks first', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/telephony')
  const account = page.getByRole('region', { name: 'Anrufen über sipgate' })
  await account.getByRole('textbox', { name: 'Kennung des Tokens' }).fill('token-7')
  await page.getByRole('link', { name: 'Kontakte' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await account.getByLabel('Token', { exact: true }).fill('geheim')
  await account.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Gespeichert')
  await page.getByRole('link', { name: 'Kontakte' }).click()
  await expect(page).toHaveURL('/contacts')
  await page.goto('/telephony')
  await expect(account.getByRole('textbox', { name: 'Kennung des Tokens' })).toHaveValue('token-7')
  await account.getByRole('textbox', { name: 'Kennung des Tokens' }).fill('')
  await account.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Gespeichert')
})

test('input typed while the sipgate account is being saved stays', async ({ page, signIn }) => {
  await signIn('admin')
  // repeated reads are held back as well
  const answers: (() => Promise<void>)[] = []
  await page.route(/sipgate-account$/, (route) => {
    if (!isSaving) return route.continue()
    answers.push(() => route.fulfill({ json: { tokenId: 'token-8' } }))
  })
  let isSaving = false
  await page.goto('/telephony')
  const account = page.getByRole('region', { name: 'Anrufen über sipgate' })
  const tokenId = account.getByRole('textbox', { name: 'Kennung des Tokens' })
  const token = account.getByLabel('Token', { exact: true })
  await tokenId.fill('token-8')
  await token.fill('geheim')
  isSaving = true
  const asked = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('sipgate-account'))
  await account.getByRole('button', { name: 'Speichern' }).click()
  await asked
  await tokenId.fill('token-9')
  await token.fill('geheimer')
  isSaving = false
  for (const answer of answers) await answer()
  await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible()
  await expect(account.getByRole('button', { name: 'Speichern' })).toBeEnabled()
  await expect(tokenId).toHaveValue('token-9')
  await expect(token).toHaveValue('geheimer')
  await page.getByRole('link', { name: 'Kontakte' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verlassen', exact: true }).click()
  await expect(page).toHaveURL('/contacts')
})
