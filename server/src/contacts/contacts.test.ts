import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { addressApi } from '#contract/contacts/parts'
import { today } from '#contract/endpoint'
import { masterData } from '#contract/lists/master-data'
import { boardApi } from '#contract/orders/boards'
import { authApi } from '#contract/users/users'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'
import { emailFactory } from '../../test/emails.ts'

const { as, database, appContext } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)
const { buildEmail } = emailFactory({ database, appContext })
const buildBoard = async (title: string, assignedUsers: string[] = []) =>
  (await as('ADMIN').call(boardApi.add, { body: { title, assignedUsers, steps: [{ title: 'Neu' }] } })).answer.id
const get = (id: string) => user.call(contactApi.get, { params: { id } })
const found = async (surname: string) => (await user.call(contactApi.search, { body: { surname } })).answer.contacts

describe('one contact', () => {
  test('is returned with every field it was created with', async () => {
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

  test('can have each of its fields changed and cleared', async () => {
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

  test('is a company when only the company name is given; a person needs a name', async () => {
    const company = await buildContact({ givenName: '', surname: '', companyName: 'Feuer AG' })
    expect(company).toMatchObject({ legalType: 'LEGAL', fullName: 'Feuer AG' })
    expect((await buildContact({ givenName: '', surname: ' Zäch ' })).fullName).toBe('Zäch')
    for (const unseen of ['  ', '\u200b \u2060']) {
      const { problem } = await user.call(contactApi.add, { body: { givenName: unseen, surname: '' } })
      expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'surname', code: 'nameRequired' }] })
    }
  })

  test('cannot have a birth date in the future or before 1800', async () => {
    const refused = async (birthdate: string) =>
      (await user.call(contactApi.add, { body: { surname: 'Zeitlos', birthdate } })).problem.errors
    expect(await refused('2099-12-31')).toEqual([
      { path: 'birthdate', code: 'futureDate', detail: 'Das Datum liegt in der Zukunft' },
    ])
    expect(await refused('1799-12-31')).toMatchObject([{ path: 'birthdate', code: 'date' }])
    expect((await buildContact({ birthdate: today() })).birthdate).toBe(today())
  })

  test('keeps its origin', async () => {
    const [blackboardRef, emailRef] = [await buildBoard('Herkunft'), await buildEmail()]
    const { answer } = await user.call(contactApi.add, { body: { surname: 'x' }, query: { blackboardRef, emailRef } })
    const { rows } = await sql`
      select origin_blackboard_id as board, origin_email_id as mail from contact where id = ${answer.id}`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ board: blackboardRef, mail: emailRef }])
  })

  test('cannot have a board or e-mail as its origin that is missing or hidden from the user', async () => {
    const admin = (await as('ADMIN').call(authApi.me, {})).answer.id
    const hidden = await buildBoard('Verborgen', [admin])
    for (const query of [{ blackboardRef: randomUUID() }, { blackboardRef: hidden }, { emailRef: randomUUID() }]) {
      const { problem } = await user.call(contactApi.add, { body: { surname: 'Ursprungslos' }, query })
      const [path] = Object.keys(query)
      expect(problem).toMatchObject({ status: 400, errors: [{ path, code: 'unknownRef' }] })
    }
    expect(await found('Ursprungslos')).toEqual([])
  })

  test('needs an existing country in its addresses', async () => {
    const add = (country: string | null) =>
      user.call(contactApi.add, { body: { surname: 'Nirgendwo', addresses: [{ addressType: 'HOME', country }] } })
    for (const country of ['XX', 'ZZ', 'ch', 'EU']) {
      expect((await add(country)).problem.errors).toEqual([
        {
          path: 'addresses.0.country',
          code: 'country',
          detail: 'Dieses Land gibt es nicht; gemeint ist sein Kürzel, zum Beispiel CH',
        },
      ])
    }
    expect(await found('Nirgendwo')).toEqual([])
    expect((await add(null)).answer.addresses).toMatchObject([{ country: '' }])
    const { id, addresses } = (await add('KE')).answer
    const params = { id, subId: addresses[0]?.id ?? '' }
    const change = await user.call(addressApi.update, {
      params,
      body: { version: 1, addressType: 'HOME', country: 'XX' },
    })
    expect(change.problem.errors).toMatchObject([{ path: 'country', code: 'country' }])
    expect((await get(id)).answer.addresses).toMatchObject([{ country: 'KE', version: 1 }])
  })

  test('is not created when one of its parts is refused', async () => {
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
      errors: [
        { path: 'emailAddresses.1.address', code: 'EMAIL_EXIST', detail: 'Die E-Mail-Adresse wird bereits verwendet.' },
      ],
    })
    expect(await found('Halbfertig')).toEqual([])
    await buildContact({ emailAddresses: [{ address: 'free@example.com' }] })
  })

  test('cannot have the same e-mail address or number twice', async () => {
    const twice = { emailAddresses: [{ address: 'a.b@example.com' }, { address: 'A.B@example.com' }] }
    const mails = await user.call(contactApi.add, { body: { surname: 'x', ...twice } })
    expect(mails.problem).toMatchObject({
      code: 'EMAIL_EXIST',
      errors: [{ path: 'emailAddresses.1.address', detail: 'Die E-Mail-Adresse wird bereits verwendet.' }],
    })
    const phoneNumbers = [
      { type: 'MOBILE', number: '079 012 88 88' },
      { type: 'BUSINESS', number: '+41 79 012 88 88' },
    ] as const
    const numbers = await user.call(contactApi.add, { body: { surname: 'x', phoneNumbers: [...phoneNumbers] } })
    expect(numbers.problem).toMatchObject({
      code: 'PHONENUMBER_EXIST',
      errors: [{ path: 'phoneNumbers.1.number', detail: 'Die Telefonnummer wird bereits verwendet.' }],
    })
  })

  test('created at once with others of the same e-mail address is refused with the owner named', async () => {
    const add = () =>
      user.call(contactApi.add, { body: { surname: 'x', emailAddresses: [{ address: 'at.once@example.com' }] } })
    const answers = await Promise.all([add(), add(), add(), add()])
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409, 409])
    const id = answers.find(({ status }) => status === 200)?.answer.id
    const refused = answers.filter(({ status }) => status === 409).map(({ problem }) => problem)
    for (const problem of refused) expect(problem).toMatchObject({ code: 'EMAIL_EXIST', owner: { id } })
  })

  test('saved by two people: the second gets the version saved by the first', async () => {
    const made = await buildContact()
    const save = (givenName: string) =>
      user.call(contactApi.update, { params: { id: made.id }, body: { ...made, givenName } })
    expect((await save('Berta')).status).toBe(200)
    const second = await save('Clara')
    expect(second.status).toBe(409)
    expect(second.problem.code).toBe('STALE_VERSION')
    expect(second.problem.current).toEqual((await get(made.id)).answer)
    expect(second.problem.current).toMatchObject({ givenName: 'Berta', version: 2 })
    expect(second.problem.by).toBe('USER')
  })

  test('saved by ten people at once is saved by one of them', async () => {
    const made = await buildContact()
    const save = (at: number) =>
      user.call(contactApi.update, { params: { id: made.id }, body: { ...made, givenName: `Name ${at}` } })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => save(at)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect((await get(made.id)).answer.version).toBe(2)
  })

  test('that does not exist is answered with 404', async () => {
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
  test('keep their order, appear once each, and show e-mail address and number', async () => {
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

  test('must be other, existing contacts', async () => {
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

  test('in the bin are hidden, and appear again after a restore', async () => {
    const person = await buildContact({ surname: 'Kommt wieder' })
    const made = await buildContact({ contactPersons: [{ contactRef: person.id }] })
    await user.call(contactApi.remove, { params: { id: person.id } })
    const { answer } = await get(made.id)
    expect(answer.contactPersons).toEqual([])
    // Saves the contact as it is shown, without the hidden person.
    await user.call(contactApi.update, { params: { id: made.id }, body: answer })
    await user.call(contactApi.restore, { params: { id: person.id } })
    expect((await get(made.id)).answer.contactPersons).toMatchObject([{ contactRef: person.id }])
  })
})
