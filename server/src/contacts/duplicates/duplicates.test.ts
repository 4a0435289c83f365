import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { contactRelationApi } from '#contract/contacts/relations'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { duplicateFinder } from '../../../test/duplicates.ts'
import { importer, peopleCsv } from '../../../test/imports.ts'
import { lock } from '../../db/locks.ts'
import { findContactDuplicates } from './find-duplicates.ts'

const testing = await testApp()
const { as, appContext, database } = testing
const admin = as('ADMIN')
const user = as('USER')
const buildContact = contactFactory(as)
const { search, groups, groupOf } = duplicateFinder(testing)

type Contact = Parameters<typeof buildContact>[0]
let counter = 0
/** Returns letters that no other test uses, so that no name resembles one of another test. */
const word = () =>
  randomUUID()
    .replace(/[^a-f]/g, '')
    .padEnd(6, 'x') + String.fromCharCode(103 + counter++)
const home = (street: string, zipCode = '8000') => [{ addressType: 'HOME', street, zipCode, city: 'Zürich' }] as const
const codesOf = async (one: Contact, other: Contact) => {
  const first = await buildContact(one)
  await buildContact(other)
  await search()
  const group = await groupOf(first.id)
  return group && { score: group.score, codes: group.reasons.map(({ code }) => code) }
}

describe('two contacts are found as duplicates', () => {
  test('whose e-mail addresses differ by a plus suffix', async () => {
    const name = word()
    const mail = (address: string) => ({ surname: name, emailAddresses: [{ address }] })
    const found = await codesOf(mail(`${name}@gmail.com`), mail(`${name}+laden@googlemail.com`))
    expect(found).toEqual({ score: 95, codes: ['EMAIL', 'NAME'] })
  })

  test('with the same national number under different country codes', async () => {
    const phone = (number: string, surname: string) => ({
      surname,
      phoneNumbers: [{ type: 'MOBILE' as const, number }],
    })
    const name = word()
    const found = await codesOf(phone('+41 79 555 01 01', `${name}a`), phone('+49 79 5550101', `${name}a`))
    expect(found).toEqual({ score: 83, codes: ['PHONE', 'NAME'] })
    const other = { ...phone('+49 79 5550202', 'Ganz Anders'), givenName: 'Zoë' }
    expect(await codesOf(phone('+41 79 555 02 02', 'Bürgi'), other)).toBeUndefined()
  })

  test('with similar names at the same address, however the street is spelled', async () => {
    const found = await codesOf(
      { givenName: 'Hans Peter', surname: 'Mueller', addresses: [...home('Seestr. 12 a')] },
      { givenName: 'Hans-Peter', surname: 'Müller', addresses: [...home('Seestrasse 12a')] },
    )
    expect(found).toEqual({ score: 95, codes: ['ADDRESS'] })
  })

  test('whose names sound alike', async () => {
    const at = home('Kirchweg 9')
    const found = await codesOf(
      { givenName: 'Urs', surname: 'Gerber-Schmid', addresses: [...at] },
      { givenName: 'Urs', surname: 'Gärber Schmitt', addresses: [...at] },
    )
    expect(found).toEqual({ score: 82, codes: ['ADDRESS'] })
  })

  test('at the same address with given name and surname swapped or in one field', async () => {
    const confused = await codesOf(
      { givenName: 'Kurt', surname: 'Emil', addresses: [...home('Tobelweg 3')] },
      { givenName: 'Emil', surname: 'Kurt', addresses: [...home('Tobelweg 3')] },
    )
    expect(confused).toEqual({ score: 95, codes: ['ADDRESS'] })
    const inOne = await codesOf(
      { givenName: '', surname: 'Maximiliana Ott', addresses: [...home('Tobelweg 4')] },
      { givenName: 'Maximiliana', surname: 'Ott', addresses: [...home('Tobelweg 4')] },
    )
    expect(inOne).toEqual({ score: 95, codes: ['ADDRESS'] })
  })

  test('with the same name and birth date, given name and surname swapped', async () => {
    const found = await codesOf(
      { givenName: 'Beat', surname: 'Walter', birthdate: '1961-04-30' },
      { givenName: 'Walter', surname: 'Beat', birthdate: '1961-04-30' },
    )
    expect(found).toEqual({ score: 90, codes: ['BIRTHDATE'] })
  })

  test('with the same UID, and companies with or without their legal form', async () => {
    const uidCheck = { value: 'CHE-116.281.271' }
    const found = await codesOf(
      { givenName: '', surname: '', companyName: 'Feuerwerk Probe GmbH', uidCheck },
      { givenName: '', surname: '', companyName: 'Feuerwerk-Probe', uidCheck: { value: 'CHE116281271 MWST' } },
    )
    expect(found).toEqual({ score: 94, codes: ['UID', 'COMPANY'] })
  })
})

describe('two contacts are not found as duplicates', () => {
  test('when they are relatives at one address', async () => {
    const name = word()
    const at = home('Rebweg 3')
    expect(
      await codesOf(
        { givenName: 'Katharina', surname: name, addresses: [...at] },
        { givenName: 'Urs', surname: name, addresses: [...at] },
      ),
    ).toBeUndefined()
  })

  test('when they only work for the same company', async () => {
    const companyName = `Werk ${word()} AG`
    expect(await codesOf({ surname: word(), companyName }, { surname: word(), companyName })).toBeUndefined()
  })

  test('when only the company name matches and the places differ', async () => {
    const restaurant = (zipCode: string) => ({
      givenName: '',
      surname: '',
      companyName: 'Gasthaus Zum Wilden Mann',
      addresses: [...home('Dorfstrasse 1', zipCode)],
    })
    expect(await codesOf(restaurant('3000'), restaurant('6000'))).toBeUndefined()
    expect(
      await codesOf(restaurant('7000'), { ...restaurant('7000'), addresses: [...home('Postfach', '7000')] }),
    ).toEqual({ score: 76, codes: ['COMPANY', 'PLACE'] })
  })

  test('when contradicting values weigh more; otherwise these lower the score', async () => {
    const surname = word()
    const same = { surname, addresses: [...home('Obere Gasse 7')], birthdate: '1950-01-01' }
    const found = await codesOf(same, { ...same, birthdate: '1980-01-01' })
    expect(found).toEqual({ score: 55, codes: ['ADDRESS', 'OTHER_BIRTHDATE'] })
    const elsewhere = { ...same, surname: `${surname}q`, addresses: [...home('Untere Gasse 7')] }
    expect(
      await codesOf({ ...elsewhere, salutation: 'MR' }, { ...elsewhere, salutation: 'MS', birthdate: '1980-01-01' }),
    ).toBeUndefined()
  })

  test('while one is in the bin, or once they have a relation', async () => {
    const twin = { surname: word(), birthdate: '1970-01-01' }
    const [one, other] = [await buildContact(twin), await buildContact(twin)]
    await search()
    expect(await groupOf(one.id)).toBeDefined()
    await user.call(contactApi.remove, { params: { id: other.id } })
    expect(await groupOf(one.id)).toBeUndefined()
    await user.call(contactApi.restore, { params: { id: other.id } })
    expect(await groupOf(one.id)).toBeDefined()
    await user.call(contactRelationApi.add, {
      params: { id: one.id },
      body: { contactRef: other.id, type: 'COUPLE' },
    })
    await search()
    expect(await groupOf(one.id)).toBeUndefined()
  })
})

describe('groups', () => {
  const triple = async () => {
    const twin = { surname: word(), birthdate: '1975-05-05' }
    return [await buildContact(twin), await buildContact(twin), await buildContact(twin)] as const
  }

  test('hold all connected contacts, are sorted by score, and are read by page', async () => {
    const [one] = await triple()
    await search()
    const group = await groupOf(one.id)
    expect(group?.contacts).toHaveLength(3)
    const all = await groups()
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a))
    const page = (await admin.call(duplicateApi.list, { query: { page: 2, pageSize: 2 } })).answer
    expect(page.groups).toEqual(all.slice(2, 4))
    expect(page).toMatchObject({ total: all.length, more: all.length > 4 })
    const { answer } = await admin.call(duplicateApi.get, { params: { id: group?.id ?? '' } })
    expect(answer.contacts).toHaveLength(3)
    expect(answer.pairs).toHaveLength(3)
    expect(answer.pairs[0]).toMatchObject({ score: 90, proposedType: 'COUPLE', reasons: [{ code: 'BIRTHDATE' }] })
  })

  test('leave out settled pairs after every later search', async () => {
    const [one, two, three] = await triple()
    await search()
    const contactRefs = [one.id, two.id]
    expect((await admin.call(duplicateApi.notDuplicate, { body: { contactRefs } })).status).toBe(204)
    await search()
    const pairs = async () => {
      const group = await groupOf(three.id)
      return (await admin.call(duplicateApi.get, { params: { id: group?.id ?? '' } })).answer.pairs.length
    }
    expect(await pairs()).toBe(2)
    await admin.call(duplicateApi.notDuplicate, { body: { contactRefs: [three.id, one.id] } })
    expect((await groupOf(two.id))?.contacts).toHaveLength(2)
    expect(await groupOf(one.id)).toBeUndefined()
    await search()
    expect(await groupOf(one.id)).toBeUndefined()
    expect(await pairs()).toBe(1)
  })

  test('lose a pair that becomes a relation', async () => {
    const [one, two, three] = await triple()
    await search()
    const body = { contactRef: one.id, otherRef: two.id, type: 'CHILD' } as const
    expect((await admin.call(duplicateApi.relation, { body })).status).toBe(204)
    const { answer } = await user.call(contactRelationApi.list, { params: { id: one.id } })
    expect(answer).toMatchObject([{ contactRef: two.id, type: 'CHILD' }])
    await search()
    const group = await groupOf(three.id)
    const { pairs } = (await admin.call(duplicateApi.get, { params: { id: group?.id ?? '' } })).answer
    expect(pairs).toHaveLength(2)
    expect((await admin.call(duplicateApi.relation, { body })).problem.code).toBe('RELATION_EXIST')
  })

  test('that do not exist are refused', async () => {
    expect((await admin.call(duplicateApi.get, { params: { id: randomUUID() } })).status).toBe(404)
    const gone = { contactRefs: [randomUUID(), randomUUID()] }
    expect((await admin.call(duplicateApi.notDuplicate, { body: gone })).problem.code).toBe('VALIDATION')
  })
})

describe('a search', () => {
  test('reports the number of new groups, and runs once at a time', async () => {
    const twin = { surname: word(), birthdate: '1977-07-07' }
    await search()
    await buildContact(twin)
    await buildContact(twin)
    const before = (await groups()).length
    expect(await search()).toMatchObject({
      state: 'DONE',
      newGroups: 1,
      groups: before + 1,
      stepsDone: 10,
      stepsTotal: 10,
    })
    expect(await search()).toMatchObject({ newGroups: 0, groups: before + 1 })
    const started = [await admin.call(duplicateApi.start, {}), await admin.call(duplicateApi.start, {})].map(
      ({ answer }) => answer.id,
    )
    expect(new Set(started).size).toBe(1)
    const signal = new AbortController().signal
    await database.kysely.transaction().execute(async (another) => {
      await lock(another, 'findingDuplicates')
      await expect(findContactDuplicates(appContext, {}, signal)).rejects.toThrow('another search')
    })
    const latest = async () => (await admin.call(duplicateApi.latestRun, {})).answer
    expect(await latest()).toMatchObject({ id: started[0], state: 'WAITING' })
    await findContactDuplicates(appContext, {}, signal)
    expect(await latest()).toMatchObject({ id: started[0], state: 'DONE' })
  })

  test('rewrites no pair that it finds unchanged', async () => {
    const twin = { surname: word(), birthdate: '1966-06-06' }
    await buildContact(twin)
    await buildContact(twin)
    await search()
    const written = async () =>
      (await database.pool.query('select one_id, other_id, xmin::text from contact_duplicate_pair order by 1, 2')).rows
    const before = await written()
    expect(before).not.toEqual([])
    await search()
    expect(await written()).toEqual(before)
  })

  test('that is interrupted leaves the groups unchanged and can be resumed', async () => {
    await search()
    const before = await groups()
    const { answer: run } = await admin.call(duplicateApi.start, {})
    const stop = AbortSignal.abort()
    await expect(findContactDuplicates(appContext, { runId: run.id }, stop)).rejects.toThrow()
    expect(await groups()).toEqual(before)
    await findContactDuplicates(appContext, { runId: run.id }, new AbortController().signal)
    expect((await admin.call(duplicateApi.latestRun, {})).answer).toMatchObject({ id: run.id, state: 'DONE' })
  })

  test('follows every import', async () => {
    const { run } = await importer(testing)
    const waiting = async () =>
      (
        await database.pool.query(
          `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'findContactDuplicates'`,
        )
      ).rows[0].n
    const before = await waiting()
    await run(peopleCsv(3), { dryRun: true })
    expect(await waiting()).toBe(before)
    await run(peopleCsv(3))
    expect(await waiting()).toBe(before + 1)
  })
})

describe('while a user types a new contact', () => {
  const likely = async (draft: object) => (await user.call(duplicateApi.likely, { body: draft })).answer.matches

  test('contacts with a matching e-mail, number, UID or name and place are proposed with the reason', async () => {
    const made = await buildContact({
      givenName: 'Rosmarie',
      surname: 'Zgraggen',
      emailAddresses: [{ address: 'rosmarie@likely.example' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 555 77 77' }],
      addresses: [...home('Bergstrasse 5', '6460')],
      birthdate: '1944-02-02',
    })
    const codes = async (draft: object) =>
      (await likely(draft)).map(({ contactRef, reasons }) => [contactRef, ...reasons.map(({ code }) => code)])
    expect(await codes({ emails: ['Rosmarie@Likely.example'] })).toEqual([[made.id, 'EMAIL']])
    expect(await codes({ phones: ['0041 79 555 77 77'] })).toEqual([[made.id, 'PHONE']])
    expect(await codes({ givenName: 'Rosmarie', surname: 'Zgragen' })).toEqual([[made.id, 'NAME']])
    const places = [{ street: 'Bergstr. 5', zipCode: '6460' }]
    expect(await codes({ givenName: 'Rosmari', surname: 'Zgraggen', places })).toEqual([[made.id, 'ADDRESS', 'NAME']])
    expect(await codes({ givenName: 'Rosmarie', surname: 'Zgraggen', birthdate: '1944-02-02' })).toEqual([
      [made.id, 'BIRTHDATE', 'NAME'],
    ])
    expect(await codes({ givenName: 'Kunigunde', surname: 'Zgraggen' })).toEqual([])
    expect(await codes({})).toEqual([])
    expect(await codes({ phones: ['0'], emails: [''], places: [{ street: '', zipCode: '6460' }] })).toEqual([])
  })

  test('at most five contacts are proposed, and none from the bin', async () => {
    const surname = 'Vieleblum'
    const made = []
    for (let at = 0; at < 7; at++) made.push(await buildContact({ givenName: 'Lara', surname }))
    expect(await likely({ givenName: 'Lara', surname })).toHaveLength(5)
    for (const { id } of made) await user.call(contactApi.remove, { params: { id } })
    expect(await likely({ givenName: 'Lara', surname })).toEqual([])
  })

  test('a company is proposed with another legal form', async () => {
    const made = await buildContact({ givenName: '', surname: '', companyName: 'Gletscherspalte Handels AG' })
    expect(await likely({ companyName: 'Gletscherspalte Handels GmbH' })).toMatchObject([
      { contactRef: made.id, reasons: [{ code: 'COMPANY' }] },
    ])
  })
})
