import { randomUUID } from 'node:crypto'
import { contactApi } from '@glut/contract/contacts'
import { today } from '@glut/contract/endpoint'
import { historyApi } from '@glut/contract/history'
import { masterData } from '@glut/contract/master-data'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'

const { as, database } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const get = (id: string) => user.call(contactApi.get, { params: { id } })
const found = async (surname: string) => (await user.call(contactApi.search, { body: { surname } })).answer.contacts

describe('one contact', () => {
  test('comes back with everything it was made with', async () => {
    const { answer: sector } = await as('ADMIN').call(masterData.sectors.add, { body: { title: 'Hotellerie' } })
    const [person, external] = [await buildContact({ surname: 'Person' }), await buildContact({ surname: 'Extern' })]
    const made = await buildContact({
      legalType: 'NATURAL',
      salutation: 'MS',
      title: 'Dr.',
      givenName: 'Zoë',
      surname: 'Müller',
      companyName: 'Müller & Söhne AG',
      language: 'FR',
      customerType: 'RESELLER_25',
      customer: true,
      placeOfExperience: true,
      birthdate: '1980-02-29',
      sectorRef: sector.id,
      remarks: 'Zwei\nZeilen «mit» Zeichen',
      uidCheck: { value: 'che 123 456 788 mwst' },
      eoriCheck: { value: 'DE1234567' },
      addresses: [
        {
          addressType: 'COTTAGE',
          alternativeGP: 'c/o Hauswart',
          additionalAddress: '3. Stock',
          street: 'Seestrasse 1',
          zipCode: '8800',
          city: 'Thalwil',
          state: 'ZH',
          country: 'CH',
          shareable: true,
        },
        { addressType: 'HOME' },
      ],
      emailAddresses: [{ address: 'Zoe.Mueller@example.com' }, { address: 'zoe@example.org', favorite: true }],
      phoneNumbers: [
        { type: 'MOBILE', number: '079 012 01 02' },
        { type: 'FAX', number: '+49 30 0123456' },
      ],
      contactPersons: [{ contactRef: person.id }],
      externalContactPersons: [{ contactRef: external.id }],
    })
    expect((await get(made.id)).answer).toEqual(made)
    expect(made).toMatchObject({
      version: 1,
      fullName: 'Dr. Zoë Müller',
      legalType: 'NATURAL',
      salutation: 'MS',
      title: 'Dr.',
      givenName: 'Zoë',
      surname: 'Müller',
      companyName: 'Müller & Söhne AG',
      language: 'FR',
      customerType: 'RESELLER_25',
      customer: true,
      placeOfExperience: true,
      birthdate: '1980-02-29',
      sectorRef: sector.id,
      remarks: 'Zwei\nZeilen «mit» Zeichen',
      uidCheck: { value: 'CHE-123.456.788 MWST', verified: true, state: 'CONFIRMED', source: 'CHECK_DIGIT' },
      eoriCheck: { value: 'DE1234567', verified: false, state: 'FORM_OK', source: null },
      latestPurchase: null,
      deletedAtUtc: null,
      addresses: [
        {
          version: 1,
          contactRef: made.id,
          addressType: 'COTTAGE',
          alternativeGP: 'c/o Hauswart',
          additionalAddress: '3. Stock',
          street: 'Seestrasse 1',
          zipCode: '8800',
          city: 'Thalwil',
          state: 'ZH',
          country: 'CH',
          shareable: true,
          sharedByContactPersonRef: null,
        },
        { addressType: 'HOME', street: '', shareable: false },
      ],
      emailAddresses: [
        { address: 'zoe@example.org', favorite: true, undeliverable: false, sharedByContactPersonRef: null },
        { address: 'Zoe.Mueller@example.com', favorite: false },
      ],
      phoneNumbers: [
        { type: 'MOBILE', number: '+41790120102', sharedByContactPersonRef: null },
        { type: 'FAX', number: '+49300123456' },
      ],
      contactPersons: [{ contactRef: person.id, fullName: 'Anna Person', emailAddress: '', phoneNumber: '' }],
      externalContactPersons: [{ contactRef: external.id, fullName: 'Anna Extern' }],
    })
    expect(made.uidCheck.checkedAtUtc).toMatch(/Z$/)
  })

  test('every field of it can be changed, and emptied again', async () => {
    const made = await buildContact()
    const { answer: sector } = await as('ADMIN').call(masterData.sectors.add, { body: { title: 'Gastronomie' } })
    const fields = {
      legalType: 'LEGAL',
      salutation: 'MR',
      title: 'Prof.',
      givenName: 'Jörg',
      surname: 'Zäch',
      companyName: 'Öfen AG',
      language: 'EN',
      customerType: 'SUPPLIER',
      customer: true,
      placeOfExperience: true,
      birthdate: '1999-12-31',
      sectorRef: sector.id,
      remarks: 'x',
      uidCheck: { value: 'CHE-123.456.788' },
      eoriCheck: { value: 'FR73282932000074' },
    } as const
    const { answer: full } = await user.call(contactApi.update, {
      params: { id: made.id },
      body: { version: 1, ...fields },
    })
    expect(full).toMatchObject({ ...fields, version: 2, fullName: 'Öfen AG', createdAtUtc: made.createdAtUtc })
    const { answer: emptied } = await user.call(contactApi.update, {
      params: { id: made.id },
      body: { version: 2, surname: 'Zäch' },
    })
    expect(emptied).toMatchObject({
      legalType: 'NATURAL',
      salutation: null,
      title: '',
      givenName: '',
      companyName: '',
      language: 'DE',
      customerType: null,
      customer: false,
      placeOfExperience: false,
      birthdate: null,
      sectorRef: null,
      remarks: '',
      uidCheck: { value: '', verified: false, state: 'NONE', checkedAtUtc: null },
      eoriCheck: { value: '', verified: false, state: 'NONE' },
    })
  })

  test('a company is one by its name alone, a person needs any name', async () => {
    const company = await buildContact({ givenName: '', surname: '', companyName: 'Feuer AG' })
    expect(company).toMatchObject({ legalType: 'LEGAL', fullName: 'Feuer AG' })
    expect((await buildContact({ givenName: '', surname: ' Zäch ' })).fullName).toBe('Zäch')
    const { problem } = await user.call(contactApi.add, { body: { givenName: '  ', surname: '' } })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'surname', code: 'nameRequired' }] })
  })

  test('nobody is born in the future or before 1800', async () => {
    const refused = async (birthdate: string) =>
      (await user.call(contactApi.add, { body: { surname: 'Zeitlos', birthdate } })).problem.errors
    expect(await refused('2099-12-31')).toEqual([
      { path: 'birthdate', code: 'futureDate', detail: 'Das Datum liegt in der Zukunft' },
    ])
    expect(await refused('1799-12-31')).toMatchObject([{ path: 'birthdate', code: 'date' }])
    expect((await buildContact({ birthdate: today() })).birthdate).toBe(today())
  })

  test('it keeps what it was made from', async () => {
    const [blackboardRef, emailRef] = [randomUUID(), randomUUID()]
    const { answer } = await user.call(contactApi.add, { body: { surname: 'x' }, query: { blackboardRef, emailRef } })
    const { rows } = await sql`
      select origin_blackboard_id as board, origin_email_id as mail from contact where id = ${answer.id}`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ board: blackboardRef, mail: emailRef }])
  })

  test('a part that is refused leaves no contact behind', async () => {
    await buildContact({ emailAddresses: [{ address: 'taken@example.com' }] })
    const { problem } = await user.call(contactApi.add, {
      body: {
        surname: 'Halbfertig',
        phoneNumbers: [{ type: 'MOBILE', number: '079 012 99 99' }],
        emailAddresses: [{ address: 'free@example.com' }, { address: 'TAKEN@example.com' }],
      },
    })
    expect(problem).toMatchObject({
      code: 'EMAIL_EXIST',
      owner: { fullName: 'Anna Beispiel' },
      errors: [{ path: 'emailAddresses.1.address' }],
    })
    expect(await found('Halbfertig')).toEqual([])
    await buildContact({ emailAddresses: [{ address: 'free@example.com' }] })
  })

  test('one mail or number twice in the same contact is refused', async () => {
    const twice = { emailAddresses: [{ address: 'a.b@example.com' }, { address: 'A.B@example.com' }] }
    const mails = await user.call(contactApi.add, { body: { surname: 'x', ...twice } })
    expect(mails.problem.code).toBe('EMAIL_EXIST')
    const phoneNumbers = [
      { type: 'MOBILE', number: '079 012 88 88' },
      { type: 'BUSINESS', number: '+41 79 012 88 88' },
    ] as const
    const numbers = await user.call(contactApi.add, { body: { surname: 'x', phoneNumbers: [...phoneNumbers] } })
    expect(numbers.problem.code).toBe('PHONENUMBER_EXIST')
  })

  test('two people adding the same mail at the same moment: one is told', async () => {
    const add = () =>
      user.call(contactApi.add, { body: { surname: 'x', emailAddresses: [{ address: 'at.once@example.com' }] } })
    const answers = await Promise.all([add(), add(), add(), add()])
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409, 409])
    for (const { status, problem } of answers) if (status === 409) expect(problem.code).toBe('EMAIL_EXIST')
  })

  test('two people saving it: the second gets both versions', async () => {
    const made = await buildContact()
    const save = (givenName: string) =>
      user.call(contactApi.update, { params: { id: made.id }, body: { ...made, givenName } })
    expect((await save('Berta')).status).toBe(200)
    const second = await save('Clara')
    expect(second.status).toBe(409)
    expect(second.problem.code).toBe('STALE_VERSION')
    expect(second.problem.current).toEqual((await get(made.id)).answer)
    expect(second.problem.current).toMatchObject({ givenName: 'Berta', version: 2 })
  })

  test('ten people saving it at once: one of them does', async () => {
    const made = await buildContact()
    const save = (at: number) =>
      user.call(contactApi.update, { params: { id: made.id }, body: { ...made, givenName: `Name ${at}` } })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => save(at)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect((await get(made.id)).answer.version).toBe(2)
  })

  test('one that is not there', async () => {
    const params = { id: randomUUID() }
    const calls = [
      await user.call(contactApi.get, { params }),
      await user.call(contactApi.update, { params, body: { version: 1, surname: 'x' } }),
      await user.call(contactApi.remove, { params }),
      await user.call(contactApi.restore, { params }),
    ]
    for (const { status } of calls) expect(status).toBe(404)
  })
})

describe('contact persons', () => {
  test('are kept in their order, once each, with mail and number', async () => {
    const [one, two] = [
      await buildContact({
        surname: 'Eins',
        emailAddresses: [{ address: 'eins@example.com' }],
        phoneNumbers: [{ type: 'MOBILE', number: '079 012 11 11' }],
      }),
      await buildContact({ surname: 'Zwei' }),
    ]
    const refs = (...contacts: { id: string }[]) => contacts.map(({ id }) => ({ contactRef: id }))
    const made = await buildContact({ contactPersons: refs(two, one, two) })
    expect(made.contactPersons).toEqual([
      { contactRef: two.id, fullName: 'Anna Zwei', emailAddress: '', phoneNumber: '' },
      { contactRef: one.id, fullName: 'Anna Eins', emailAddress: 'eins@example.com', phoneNumber: '+41790121111' },
    ])
    const change = (body: object) =>
      user.call(contactApi.update, { params: { id: made.id }, body: { version: 1, surname: 'x', ...body } })
    const kept = await change({ contactPersons: undefined })
    expect(kept.answer.contactPersons.length).toBe(2)
    const replaced = await change({ version: 2, contactPersons: refs(one), externalContactPersons: refs(two) })
    expect(replaced.answer).toMatchObject({
      contactPersons: [{ contactRef: one.id }],
      externalContactPersons: [{ contactRef: two.id }],
    })
    expect((await change({ version: 3, contactPersons: [], externalContactPersons: [] })).answer).toMatchObject({
      contactPersons: [],
      externalContactPersons: [],
    })
  })

  test('are others, and exist', async () => {
    const made = await buildContact()
    const change = async (contactRef: string) =>
      (
        await user.call(contactApi.update, {
          params: { id: made.id },
          body: { ...made, contactPersons: [{ contactRef }] },
        })
      ).problem
    expect(await change(made.id)).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'contactPersons' }] })
    expect(await change(randomUUID())).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'contactPersons' }] })
  })

  test('in the bin are hidden, and are there again with the contact', async () => {
    const person = await buildContact({ surname: 'Kommt wieder' })
    const made = await buildContact({ contactPersons: [{ contactRef: person.id }] })
    await user.call(contactApi.remove, { params: { id: person.id } })
    const { answer } = await get(made.id)
    expect(answer.contactPersons).toEqual([])
    // Somebody saves the contact as they see it, without the hidden person.
    await user.call(contactApi.update, { params: { id: made.id }, body: answer })
    await user.call(contactApi.restore, { params: { id: person.id } })
    expect((await get(made.id)).answer.contactPersons).toMatchObject([{ contactRef: person.id }])
  })
})

describe('the bin', () => {
  const remove = (id: string) => user.call(contactApi.remove, { params: { id } })
  const restore = (id: string) => user.call(contactApi.restore, { params: { id } })
  const binned = async () => (await user.call(contactApi.bin, {})).answer

  test('takes a contact out of every list and gives it back whole', async () => {
    const made = await buildContact({
      surname: 'Papierkorb',
      emailAddresses: [{ address: 'bin@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 22 22' }],
      addresses: [{ addressType: 'HOME', city: 'Bern' }],
    })
    expect((await remove(made.id)).status).toBe(204)
    expect(await found('Papierkorb')).toEqual([])
    expect((await user.call(contactApi.byIds, { body: { ids: [made.id] } })).answer).toEqual([])
    expect((await user.call(contactApi.emails, { query: { searchTerm: 'bin@ex' } })).answer).toEqual([])
    const [row] = await binned()
    expect(row).toMatchObject({
      id: made.id,
      fullName: 'Anna Papierkorb',
      city: 'Bern',
      emailAddress: 'bin@example.com',
    })
    expect((await get(made.id)).answer.deletedAtUtc).toBe(row?.deletedAtUtc)
    expect((await remove(made.id)).problem.code).toBe('IN_BIN')
    const edit = await user.call(contactApi.update, { params: { id: made.id }, body: { ...made, version: 2 } })
    expect(edit.problem.code).toBe('IN_BIN')
    const { answer: back } = await restore(made.id)
    expect({ ...back, version: 1, updatedAtUtc: '' }).toEqual({ ...made, updatedAtUtc: '' })
    expect(await found('Papierkorb')).toHaveLength(1)
    expect((await binned()).find(({ id }) => id === made.id)).toBeUndefined()
    expect((await restore(made.id)).status).toBe(200)
  })

  test('frees mail and number, and tells whose they are when the contact wants them back', async () => {
    const first = await buildContact({
      emailAddresses: [{ address: 'meanwhile@example.com' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 012 33 33' }],
    })
    await remove(first.id)
    const second = await buildContact({ surname: 'Neu', emailAddresses: [{ address: 'Meanwhile@example.com' }] })
    const mail = await restore(first.id)
    expect(mail.status).toBe(409)
    expect(mail.problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id: second.id, fullName: 'Anna Neu' } })
    expect((await get(first.id)).answer.deletedAtUtc).not.toBeNull()
    await remove(second.id)
    const third = await buildContact({ surname: 'Drei', phoneNumbers: [{ type: 'FAX', number: '+41790123333' }] })
    const number = await restore(first.id)
    expect(number.problem).toMatchObject({ code: 'PHONENUMBER_EXIST', owner: { id: third.id } })
    await remove(third.id)
    expect((await restore(first.id)).status).toBe(200)
  })

  test('is not open to who may not delete', async () => {
    const { id } = await buildContact()
    expect((await as('TERMIN_USER').call(contactApi.remove, { params: { id } })).status).toBe(403)
    expect((await as('TERMIN_USER').call(contactApi.bin, {})).status).toBe(403)
  })
})

describe('lists', () => {
  test('byIds answers in the order asked for, those that exist', async () => {
    const contacts = [await buildContact(), await buildContact(), await buildContact()]
    const ids = contacts.map(({ id }) => id).reverse()
    const { answer } = await user.call(contactApi.byIds, { body: { ids: [randomUUID(), ...ids] } })
    expect(answer.map(({ id }) => id)).toEqual(ids)
    expect((await user.call(contactApi.byIds, { body: { ids: [] } })).answer).toEqual([])
    const tooMany = Array.from({ length: 1001 }, () => randomUUID())
    expect((await user.call(contactApi.byIds, { body: { ids: tooMany } })).status).toBe(400)
  })

  test('e-mail addresses are completed by address and by name, the favourite first', async () => {
    const { id } = await buildContact({
      givenName: 'Käthi',
      surname: 'Empfänger',
      emailAddresses: [{ address: 'zweite@example.com' }, { address: 'lieblings@example.com', favorite: true }],
    })
    await buildContact({ companyName: 'Empfang AG', emailAddresses: [{ address: 'info@empfang.example' }] })
    const complete = async (searchTerm?: string) =>
      (await user.call(contactApi.emails, { query: { searchTerm } })).answer.map(({ address }) => address)
    expect(await complete('lieblings@')).toContain('lieblings@example.com')
    expect(await complete('Empfaenger')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('käthi empf')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('Empfänger Käthi')).toEqual(['lieblings@example.com', 'zweite@example.com'])
    expect(await complete('empfang ag')).toEqual(['info@empfang.example'])
    expect(await complete('em%f')).toEqual([])
    expect((await complete()).length).toBeGreaterThan(2)
    const { answer } = await user.call(contactApi.emails, { query: { searchTerm: 'lieblings' } })
    expect(answer[0]).toEqual({
      address: 'lieblings@example.com',
      contactRef: id,
      fullName: 'Käthi Empfänger',
      favorite: true,
    })
  })

  test('suppliers and resellers among recipients are named once, in any case', async () => {
    const types = ['SUPPLIER', 'RESELLER', 'RESELLER_10', 'RESELLER_25', 'PRIVATE'] as const
    for (const customerType of types) {
      const address = `${customerType.toLowerCase().replace('_', '-')}@which.example`
      const emailAddresses = [{ address }, { address: `2.${address}` }]
      await buildContact({ givenName: '', surname: customerType, customerType, emailAddresses })
    }
    const which = async (recipients: string | string[]) =>
      (await user.call(contactApi.whichIsSupplierOrReseller, { query: { recipients } })).answer
    expect(await which('SUPPLIER@which.example')).toEqual(['SUPPLIER'])
    expect(await which([' reseller@which.example ', '2.reseller@which.example', 'private@which.example'])).toEqual([
      'RESELLER',
    ])
    const all = types.map((type) => `${type.toLowerCase().replace('_', '-')}@which.example`)
    expect(await which(all)).toEqual(['RESELLER', 'RESELLER_10', 'RESELLER_25', 'SUPPLIER'])
    expect(await which(['nobody@which.example', ''])).toEqual([])
  })
})

describe('the history', () => {
  const entries = async (id: string, before?: number) =>
    (await user.call(historyApi.ofContact, { params: { id }, query: { before } })).answer

  test('names who changed what, with before and after', async () => {
    const made = await buildContact({ surname: 'Vorher', emailAddresses: [{ address: 'history@example.com' }] })
    await as('ADMIN').call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, surname: 'Nachher', customerType: 'PRIVATE' },
    })
    const { entries: all, more } = await entries(made.id)
    expect(more).toBe(false)
    expect(all.map(({ username, action, entity }) => [username, action, entity])).toEqual([
      ['ADMIN', 'CHANGED', 'contact'],
      ['USER', 'CREATED', 'email_address'],
      ['USER', 'CREATED', 'contact'],
    ])
    expect(all[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'surname', before: 'Vorher', after: 'Nachher' },
        { field: 'customerType', before: null, after: 'PRIVATE' },
      ]),
    )
    expect(all[0]?.changes).toHaveLength(2)
  })

  test('holds contact persons and the bin', async () => {
    const person = await buildContact({ surname: 'Ansprech' })
    const made = await buildContact()
    await user.call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, contactPersons: [{ contactRef: person.id }] },
    })
    await user.call(contactApi.remove, { params: { id: made.id } })
    const { entries: all } = await entries(made.id)
    expect(all[0]?.changes).toMatchObject([{ field: 'deletedAt', before: null }])
    expect(all[1]?.changes).toEqual([{ field: 'contactPersons', before: [], after: ['Anna Ansprech'] }])
  })

  test('what failed leaves none', async () => {
    const made = await buildContact()
    await user.call(contactApi.update, { params: { id: made.id }, body: { ...made, version: 7, surname: 'x' } })
    expect((await entries(made.id)).entries).toHaveLength(1)
  })

  test('is read in portions', async () => {
    const made = await buildContact()
    for (let version = 1; version <= 60; version++) {
      await user.call(contactApi.update, { params: { id: made.id }, body: { ...made, version, remarks: `${version}` } })
    }
    const first = await entries(made.id)
    expect([first.entries.length, first.more]).toEqual([50, true])
    const second = await entries(made.id, first.entries.at(-1)?.id)
    expect([second.entries.length, second.more]).toEqual([11, false])
  })
})
