import { vi } from 'vitest'
import { contactApi } from '../../contract/src/contacts/contacts.ts'
import { importApi } from '../../contract/src/contacts/imports.ts'
import { emailAddressApi } from '../../contract/src/contacts/parts.ts'
import { urlOf } from '../../contract/src/endpoint.ts'
import { roleApi } from '../../contract/src/users/roles.ts'
import { userApi } from '../../contract/src/users/users.ts'
import {
  addContact,
  addPerson,
  call,
  expect,
  expectNoAxeViolations,
  field,
  said,
  test,
  unique,
  uniqueNumber,
} from './fixtures.ts'

test('a person and a company are added with their addresses and numbers', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  await page.goto('/contacts/new?phoneNumber=%2B41791234567')
  await expect(field(page, 'Nummer')).toHaveValue('079 123 45 67')
  await expect(page.getByRole('combobox', { name: 'Telefontyp' })).toHaveText('Mobil')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Bitte Vorname, Nachname oder Firma angeben')).toBeVisible()
  await field(page, 'Vorname').fill('Jürg')
  await field(page, 'Nachname').fill(name)
  await field(page, 'Nummer').fill(uniqueNumber())
  await field(page, 'E-Mail').fill(`${name}@example.ch`)
  await field(page, 'Strasse').fill('Seeweg 4')
  await field(page, 'PLZ').fill('8000')
  await field(page, 'Ort').fill('Zürich')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Kontakt angelegt')
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Jürg ${name}`)
  await expect(page.getByText('8000 Zürich')).toBeVisible()
  await expect(page.getByRole('button', { name: `E-Mail an ${name}@example.ch` })).toBeVisible()

  await page.goto('/contacts/new')
  await page.getByRole('button', { name: 'Firma', exact: true }).click()
  await field(page, 'Firma').fill(`${name} AG`)
  await field(page, 'UID').fill('CHE-116.281.271')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} AG`)
  await expect(page.getByText(/^geprüft am \d\d\.\d\d\.\d{4} durch Prüfziffer$/)).toBeVisible()

  // saved on leaving, without going to the new contact; an address with nothing but a type is none
  await page.goto('/contacts/new')
  await field(page, 'Nachname').fill(`Weg${name}`)
  await page.getByRole('combobox', { name: 'Adresstyp' }).click()
  await page.getByRole('option', { name: 'Ferienhaus' }).click()
  await page.getByRole('link', { name: 'Kontakte' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Speichern und verlassen' }).click()
  await said(page, 'Kontakt angelegt')
  await expect(page).toHaveURL('/contacts')
  const [saved] = (await call(page, contactApi.search, { body: { surname: `Weg${name}` } })).contacts
  expect(saved).toBeDefined()
  expect((await call(page, contactApi.get, { params: { id: saved?.id ?? '' } })).addresses).toEqual([])
})

test('the search finds umlauts and phone numbers in any notation, and survives a reload', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  const number = uniqueNumber()
  await addContact(page, {
    givenName: 'Köbi',
    surname: `Müller${name}`,
    phoneNumbers: [{ type: 'MOBILE', number }],
  })
  await page.goto('/contactSearch')
  await expect(field(page, 'Vorname')).toBeFocused()
  await field(page, 'Nachname').fill(`mueller${name}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: `Müller${name}` })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Nachname')).toHaveValue(`mueller${name}`)
  await expect(page.getByRole('gridcell', { name: `Müller${name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Leeren' }).click()
  await expect(page).toHaveURL('/contactSearch')
  await expect(field(page, 'Nachname')).toHaveValue('')
  await field(page, 'Telefon').fill(`0041 (0)79 ${number.slice(3, 6)} ${number.slice(6)}`)
  await page.getByRole('button', { name: 'Suchen' }).click()
  await expect(page.getByRole('gridcell', { name: `Müller${name}` })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(field(page, 'Nachname')).toHaveValue(`mueller${name}`)
  await page.getByRole('gridcell', { name: `Müller${name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Köbi Müller${name}`)
})

test('the list of all contacts is filtered and sorted as a whole, beyond the loaded rows', async ({
  page,
  signIn,
  database,
}) => {
  // the sort order is stored per user
  await signIn(await addPerson(database))
  const name = `zzz${unique()}`
  // no other town sorts before or after these
  await addContact(page, { surname: name, addresses: [{ addressType: 'HOME', city: `Zzzz ${name}` }] })
  await addContact(page, { surname: name, addresses: [{ addressType: 'HOME', city: `Aaaa ${name}` }] })
  await page.goto('/contacts')
  const grid = page.getByRole('grid')
  const found = (city: string) => grid.getByRole('gridcell', { name: `${city} ${name}` })
  await expect(page.getByText(/^[1-9]'\d{3} Einträge$/)).toBeVisible()
  // default columns until the user chooses others
  await expect(grid.getByRole('columnheader')).toContainText(['Name', 'Ort', 'E-Mail', 'Telefon'])
  await expect(grid.getByRole('columnheader')).toHaveCount(4)
  await page.getByRole('button', { name: 'Filter anzeigen' }).click()
  await grid.getByRole('textbox', { name: 'Filter Ort' }).fill(`zzzz ${name}`)
  await expect(found('Zzzz')).toBeVisible()
  await grid.getByRole('textbox', { name: 'Filter Ort' }).fill('')
  const place = grid.getByRole('columnheader', { name: /^Ort/ })
  await place.click()
  await expect(found('Aaaa')).toBeVisible()
  await place.click()
  await expect(found('Zzzz')).toBeVisible()
})

test('a search without hits offers a new contact with the typed values', async ({ page, signIn }) => {
  await signIn('user')
  await page.goto(`/contactSearch?surname=nirgends${unique()}&zipCode=8000`)
  await expect(page.getByText('Kein Kontakt entspricht der Suche')).toBeVisible()
  const typed = await field(page, 'Nachname').inputValue()
  await page.getByRole('main').getByRole('button', { name: 'Neuer Kontakt' }).click()
  await expect(field(page, 'Nachname')).toHaveValue(typed)
  await expect(field(page, 'PLZ')).toHaveValue('8000')
})

test('an e-mail address in use can be shared from its owner; what was typed stays', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  const mail = `${name}@example.ch`
  await addContact(page, { givenName: 'Anna', surname: name, emailAddresses: [{ address: mail }] })
  const { id } = await addContact(page, { givenName: 'Beat', surname: name })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'E-Mail-Adresse hinzufügen' }).click()
  await field(page, 'E-Mail').fill(mail)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'E-Mail-Adresse wird bereits verwendet' })
  await expect(dialog).toContainText(`«${mail}» gehört zu Anna ${name}.`)
  await expect(dialog.getByRole('link', { name: `Anna ${name} öffnen` })).toHaveAttribute('target', '_blank')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(field(page, 'E-Mail')).toHaveValue(mail)
  await expect(page.getByText('Die E-Mail-Adresse wird bereits verwendet.').first()).toBeVisible()
  await field(page, 'E-Mail').press('Enter')
  await dialog.getByRole('button', { name: 'Von dort teilen' }).click()
  await expect(page.getByRole('link', { name: `gehört zu Anna ${name}` })).toBeVisible()
  await page.getByRole('button', { name: `${mail} entfernen` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await said(page, `«${mail}» entfernt`)
})

test('replacing an e-mail address by that of another contact shares it in one step', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  const mail = `${name}@example.ch`
  await addContact(page, { givenName: 'Anna', surname: name, emailAddresses: [{ address: mail }] })
  const own = { emailAddresses: [{ address: `eigen.${mail}` }] }
  const { id } = await addContact(page, { givenName: 'Beat', surname: name, ...own })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: `eigen.${mail} bearbeiten` }).click()
  await field(page, 'E-Mail').fill(mail)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Von dort teilen' }).click()
  await expect(page.getByRole('link', { name: `gehört zu Anna ${name}` })).toBeVisible()
  await expect(page.getByRole('list', { name: 'E-Mail-Adressen', exact: true }).getByRole('listitem')).toHaveCount(1)
})

test('two people save one contact: the second chooses field by field', async ({ page, signIn, openFor }) => {
  await signIn('user')
  const name = unique()
  const { id } = await addContact(page, { givenName: 'Anna', surname: name, title: 'Dr.' })
  await page.goto(`/contacts/${id}`)
  await expect(field(page, 'Vorname')).toHaveValue('Anna')
  await field(page, 'Vorname').fill('Clara')
  const other = await openFor('admin')
  const contact = await call(other, contactApi.get, { params: { id } })
  await call(other, contactApi.update, { params: { id }, body: { ...contact, givenName: 'Berta', title: 'Prof.' } })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radiogroup', { name: 'Vorname' })).toContainText('Clara')
  await expect(dialog.getByRole('radiogroup', { name: 'Vorname' })).toContainText('Berta')
  await dialog.getByRole('button', { name: 'Auswahl speichern' }).click()
  await said(page, 'Kontakt gespeichert')
  await expect(field(page, 'Vorname')).toHaveValue('Clara')
  await expect(field(page, 'Titel')).toHaveValue('Prof.')

  await page.getByRole('button', { name: 'Verlauf' }).click()
  const history = page.getByRole('list', { name: 'Verlauf' })
  await expect(history).toContainText('Vorname: Berta → Clara')
  await expect(history).toContainText('Vorname: Anna → Berta')
})

test('a contact is moved into the bin, brought back by undo, and restored from the bin', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  const { id } = await addContact(page, { givenName: 'Anna', surname: name })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'In den Papierkorb' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Kontakt «Anna ${name}» in den Papierkorb verschieben?`)
  await question.getByRole('button', { name: 'In den Papierkorb' }).click()
  await expect(page.getByText(/^Dieser Kontakt liegt seit .* im Papierkorb\.$/)).toBeVisible()
  await expect(field(page, 'Vorname')).toHaveAttribute('readonly')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await said(page, `«Anna ${name}» ist wiederhergestellt`)
  await expect(field(page, 'Vorname')).not.toHaveAttribute('readonly')

  await call(page, contactApi.remove, { params: { id } })
  await page.goto('/contacts?view=bin')
  const filter = page.getByRole('searchbox', { name: 'Schnellfilter' })
  await filter.fill(`${name} anders`)
  await expect(page.getByText('Kein Kontakt entspricht der Suche')).toBeVisible()
  await filter.fill(name.toUpperCase())
  await page.getByRole('button', { name: `Wiederherstellen: Anna ${name}` }).click()
  await expect(page.getByRole('gridcell', { name, exact: true })).toBeHidden()
})

test('addresses and numbers are edited in place, and copied in the format of the specification', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('user')
  const [name, number] = [unique(), uniqueNumber()]
  const { id } = await addContact(page, {
    givenName: 'Anna',
    surname: name,
    addresses: [{ addressType: 'HOME', street: 'Seeweg 4', zipCode: '8000', city: 'Zürich', country: 'CH' }],
    emailAddresses: [{ address: `${name}@example.ch` }],
    phoneNumbers: [{ type: 'MOBILE', number }],
  })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Adresse kopieren', exact: true }).click()
  await said(page, 'Adresse erfolgreich kopiert')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Anna ${name}\nSeeweg 4\n8000 Zürich`)
  await page.getByRole('button', { name: 'E-Mail-Adresse kopieren' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${name}@example.ch`)
  await page.getByRole('button', { name: 'Telefonnummer kopieren' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.replaceAll(' ', '')).toBe(number)
  await page.getByRole('button', { name: 'Seeweg 4, 8000 Zürich bearbeiten' }).click()
  await field(page, 'Strasse').fill('Bergweg 7')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bergweg 7')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Adressen', exact: true }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: `${copied} bearbeiten` }).click()
  await field(page, 'Nummer').fill('+423 235 00 00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Telefonnummern', exact: true })).toHaveText(/^Mobil\+4232350000$/)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('gesperrt'))
  })
  await page.getByRole('button', { name: 'Adresse kopieren', exact: true }).click()
  await expect(page.getByText('Adresse konnte nicht kopiert werden gesperrt')).toBeVisible()
})

test('removing a phone number, an address or a shared e-mail address can be undone', async ({
  page,
  signIn,
  database,
}) => {
  await signIn('user')
  const street = `Seeweg ${unique()}`
  const email = `${unique()}@example.ch`
  const { id } = await addContact(page, {
    surname: unique(),
    addresses: [{ addressType: 'HOME', alternativeGP: 'c/o Muster', street, city: 'Chur', country: 'CH' }],
    emailAddresses: [{ address: email, favorite: true }, { address: `weg.${email}` }],
    phoneNumbers: [{ type: 'LANDLINE', number: uniqueNumber() }],
  })
  const other = await addContact(page, { surname: unique() })
  await call(page, emailAddressApi.add, {
    params: { id: other.id },
    body: { address: email, sharedByContactPersonRef: id },
  })
  const partsOf = async (contact: string) => {
    const { addresses, emailAddresses, phoneNumbers } = await call(page, contactApi.get, { params: { id: contact } })
    return [addresses, emailAddresses, phoneNumbers].map((parts) =>
      parts?.map((part) => ({ ...part, id: undefined, version: undefined })),
    )
  }
  const removeAndUndo = async (what: string | RegExp) => {
    await page.getByRole('button', { name: what }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
    await expect(page.getByRole('button', { name: what })).toHaveCount(0)
    await page.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(page.getByRole('button', { name: what })).toBeVisible()
  }
  const shared = await partsOf(other.id)
  await page.goto(`/contacts/${other.id}`)
  await removeAndUndo(`${email} entfernen`)
  expect(await partsOf(other.id)).toEqual(shared)

  await call(page, contactApi.remove, { params: { id: other.id } })
  await database.pool.query('update email_address set undeliverable = true where address = $1', [`weg.${email}`])
  const own = await partsOf(id)
  await page.goto(`/contacts/${id}`)
  await removeAndUndo(`weg.${email} entfernen`)
  for (const what of [/^Seeweg .* entfernen$/, /^0795.*entfernen$|^079 5.*entfernen$/]) await removeAndUndo(what)
  expect(await partsOf(id)).toEqual(own)
})

test('a user who may not change contacts reads them without buttons to change them', async ({ page, signIn }) => {
  await signIn('admin')
  const role = `LESER_${unique().toUpperCase()}`
  const { id } = await addContact(page, { surname: unique(), emailAddresses: [{ address: `${unique()}@example.ch` }] })
  await call(page, roleApi.add, { body: { name: role, permissions: ['CONTACT_READ'] } })
  await call(page, userApi.add, { body: { username: role, password: 'glut-demo', roles: [role] } })
  await signIn(role)
  await page.goto(`/contacts/${id}`)
  await expect(field(page, 'Nachname')).toHaveAttribute('readonly')
  await expect(page.getByText('Nur lesen')).toBeVisible()
  for (const name of [/bearbeiten$/, /entfernen$/, /hinzufügen$/, 'In den Papierkorb', 'Speichern', /als Favorit$/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expectNoAxeViolations(page)
  await page.goto('/contacts')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Neuer Kontakt' })).toHaveCount(0)
})

test('leaving a contact with unsaved input asks first', async ({ page, signIn }) => {
  await signIn('user')
  const { id } = await addContact(page, { surname: unique() })
  await page.goto(`/contacts/${id}`)
  await field(page, 'Vorname').fill('Anna')
  await page.getByRole('link', { name: 'Kontaktsuche' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await expect(field(page, 'Vorname')).toHaveValue('Anna')
})

test('a contact person is chosen in the quick search, by keyboard alone', async ({ page, signIn }) => {
  await signIn('user')
  const name = unique()
  await addContact(page, { givenName: 'Petra', surname: name })
  const { id } = await addContact(page, { legalType: 'LEGAL', companyName: `${name} AG` })
  await page.goto(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Kontaktperson hinzufügen', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Kontaktperson hinzufügen' })
  await expect(field(page, 'Vorname').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Bitte füllen Sie mindestens ein Textfeld aus')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('gridcell', { name: 'Petra' })).toBeVisible()
  await dialog.getByRole('grid').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('list', { name: 'Kontaktpersonen' }).first()).toContainText(`Petra ${name}`)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await said(page, 'Kontakt gespeichert')
})

test('the middle button and Ctrl+click open a row of a list in another tab', async ({ page, signIn }) => {
  await signIn('user')
  const surname = unique()
  const { id } = await addContact(page, { surname })
  await page.goto('/contacts')
  await page.getByRole('searchbox').fill(surname)
  const cell = page.getByRole('gridcell', { name: surname, exact: true }).first()
  await expect(cell).toBeVisible()
  const opened = vi.spyOn(window, 'open').mockClear().mockReturnValue(null)
  for (const [type, init] of [['auxclick', { button: 1 }] as const, ['click', { ctrlKey: true }] as const])
    await cell.evaluate((element) =>
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...init })),
    )
  expect(opened.mock.calls.map(([href]) => href)).toEqual([`/contacts/${id}`, `/contacts/${id}`])
  // Ctrl+click while text is selected opens nothing
  await cell.evaluate((element) => {
    getSelection()?.selectAllChildren(element)
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
    getSelection()?.removeAllRanges()
  })
  expect(opened.mock.calls).toHaveLength(2)
  await expect(page).toHaveURL(/\/contacts$/)
})

test('the middle button opens the contact of an imported row in another tab, and a rejected row leads nowhere', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const surname = unique()
  const file = {
    name: `${surname}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Nachname;E-Mail\n${surname};${surname}@example.ch\nOhne${surname};keine Adresse\n`),
  }
  const uploaded = await page.request.post(urlOf(importApi.upload, {}, { start: true }), { multipart: { file } })
  const { id } = (await uploaded.json()) as { id: string }
  await page.goto(`/csvImport?id=${id}`)
  const cell = page.getByRole('gridcell', { name: surname, exact: true })
  await expect(cell).toBeVisible()
  const found = await call(page, importApi.rows, { params: { id } })
  const [made, rejected] = found.rows
  expect(rejected?.contactRef).toBeNull()
  const opened = vi.spyOn(window, 'open').mockClear().mockReturnValue(null)
  for (const element of [cell, page.getByRole('gridcell', { name: `Ohne${surname}`, exact: true })])
    await element.evaluate((place) =>
      place.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 })),
    )
  expect(opened.mock.calls.map(([href]) => href)).toEqual([`/contacts/${made?.contactRef}`])
})
