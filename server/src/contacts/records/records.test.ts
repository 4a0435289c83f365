import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { duplicateApi } from '#contract/contacts/duplicates'
import { mergeApi } from '#contract/contacts/merges'
import { emailAddressApi } from '#contract/contacts/parts'
import { contactRecordApi, erasedKinds } from '#contract/contacts/records'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { importer } from '../../../test/imports.ts'
import { unzip } from '../../../test/unzip.ts'
import { keep } from '../../files/files.ts'
import { inTransaction, systemActor, withoutTransaction } from '../../http/context.ts'
import { derived } from './record-tables.ts'
import { eraseContact, previewErasure } from './records.ts'

const testing = await testApp()
const { as, database, appContext } = testing
const { run, rowsOf } = await importer(testing)
const admin = as('ADMIN')
const user = as('USER')
const buildContact = contactFactory(as)
const get = (id: string) => user.call(contactApi.get, { params: { id } })
const preview = (id: string) => admin.call(contactRecordApi.preview, { params: { id } })
const erase = (id: string, name = 'Anna Beispiel') =>
  admin.call(contactRecordApi.erase, { params: { id }, body: { name } })

/** Tables of a slice that does not exist yet, with parts and files of its own. */
beforeAll(async () => {
  await database.pool.query(`
    create table later_memo (id uuid primary key default uuid_v7(), contact_id uuid not null references contact on delete cascade,
                             name text not null, text text not null default '', file_hash text references stored_file);
    create table later_memo_part (id uuid primary key default uuid_v7(), memo_id uuid not null references later_memo on delete cascade,
                                  text text not null, file_hash text references stored_file);
    create table later_invoice (id uuid primary key default uuid_v7(), contact_id uuid not null references contact,
                                address_id uuid references address, reseller_id uuid references contact)`)
})

async function addMemo(contactId: string, content: string) {
  const { hash } = await keep(database.kysely, appContext.services.files, () => Readable.from([Buffer.from(content)]))
  const { rows } = await database.pool.query(
    `insert into later_memo (contact_id, name, text, file_hash) values ($1, 'Notiz.txt', 'geheim', $2) returning id`,
    [contactId, hash],
  )
  await database.pool.query(`insert into later_memo_part (memo_id, text, file_hash) values ($1, 'Teil', $2)`, [
    rows[0].id,
    hash,
  ])
  return rows[0].id as string
}

describe('the record of a contact', () => {
  test('holds every area, its files and the history', async () => {
    const person = await buildContact({ surname: 'Person' })
    const made = await buildContact({
      remarks: 'Bemerkung',
      emailAddresses: [{ address: 'record@example.com' }],
      contactPersons: [{ contactRef: person.id }],
    })
    await buildContact({ surname: 'Unbeteiligt', emailAddresses: [{ address: 'other@example.com' }] })
    const memo = await addMemo(made.id, 'Inhalt der Datei')
    const { response, status } = await admin.call(contactRecordApi.archive, { params: { id: made.id } })
    expect(status).toBe(200)
    expect(response.headers['content-disposition']).toContain('Anna Beispiel.zip')
    const files = unzip(response.rawPayload)
    const json = (name: string) => JSON.parse(files.get(name) ?? 'null')
    expect(json('kontakt.json')).toEqual(made)
    expect(json('email_address.json')).toMatchObject([{ address: 'record@example.com' }])
    expect(json('contact_person.json')).toMatchObject([{ person_id: person.id }])
    expect(json('later_memo.json')).toMatchObject([{ text: 'geheim' }])
    expect(json('later_memo_part.json')).toMatchObject([{ memo_id: memo, text: 'Teil' }])
    expect(files.get(`dateien/later_memo/${memo}/Notiz.txt`)).toBe('Inhalt der Datei')
    expect([...files.keys()].filter((name) => name.startsWith('dateien/later_memo_part/'))).toHaveLength(1)
    expect(json('history.json').length).toBeGreaterThan(2)
    expect(json('phone_number.json')).toEqual([])
    expect([...files.values()].join()).not.toContain('other@example.com')
    expect(json('inhalt.json')).toMatchObject({ contact: { id: made.id }, createdBy: 'ADMIN' })
  })

  test('names a file that the store has lost', async () => {
    const made = await buildContact()
    await addMemo(made.id, 'verloren')
    const { rows } = await database.pool.query('select file_hash from later_memo where contact_id = $1', [made.id])
    await appContext.services.files.remove(rows[0].file_hash)
    const { response } = await admin.call(contactRecordApi.archive, { params: { id: made.id } })
    const files = unzip(response.rawPayload)
    expect(JSON.parse(files.get('inhalt.json') ?? '').files).toMatchObject([{ missing: true }, { missing: true }])
  })

  test('is for admins and for existing contacts only', async () => {
    const { id } = await buildContact()
    expect((await user.call(contactRecordApi.archive, { params: { id } })).status).toBe(403)
    expect((await admin.call(contactRecordApi.archive, { params: { id: randomUUID() } })).status).toBe(404)
  })
})

describe('erasing a contact', () => {
  test('previews what goes and leaves no trace in any table', async () => {
    const secret = `Verborgen${randomUUID().slice(0, 6)}`
    const made = await buildContact({
      givenName: 'Anna',
      surname: secret,
      remarks: secret,
      addresses: [{ addressType: 'HOME', street: `${secret}weg 1`, zipCode: '8000', shareable: true }],
      emailAddresses: [{ address: `${secret}@example.com` }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 444 55 66' }],
    })
    await addMemo(made.id, secret)
    const other = await buildContact({ surname: 'Chef', contactPersons: [{ contactRef: made.id }] })
    const merged = await buildContact({ surname: secret, givenName: 'Zwilling' })
    const { answer: merge } = await admin.call(mergeApi.merge, {
      body: {
        survivorRef: made.id,
        contacts: [made, merged].map(({ id, version }) => ({ contactRef: id, version })),
      },
    })
    const csv = `Vorname;Nachname;E-Mail;Geburtsdatum\nAnna;${secret};${secret}@example.com;\nX;${secret};${secret}@example.com;kein Datum\n`
    const imported = await run(csv)
    const repeatable = await testing.app.inject({
      method: 'POST',
      url: `/api/contacts/${made.id}/encounters`,
      headers: { cookie: await testing.signIn('USER'), 'idempotency-key': 'repeatable' },
      payload: { encounterType: 'TELEPHONE', description: secret },
    })
    expect(repeatable.statusCode).toBe(200)
    const shown = (await preview(made.id)).answer
    expect(shown).toMatchObject({ fullName: `Anna ${secret}`, stays: [], handedOver: 0, files: 2 })
    const counts = Object.fromEntries(shown.goes.map(({ what, count }) => [what, count]))
    expect(counts).toMatchObject({ contact: 1, address: 1, email_address: 1, contact_person: 1, later_memo: 1 })

    expect((await erase(made.id, 'Anna Anders')).problem.errors).toMatchObject([{ path: 'name', code: 'otherName' }])
    expect((await user.call(contactRecordApi.erase, { params: { id: made.id }, body: { name: '' } })).status).toBe(403)
    expect((await erase(made.id, ` Anna ${secret} `)).status).toBe(204)

    const gone = await get(made.id)
    expect(gone.problem).toMatchObject({ code: 'ERASED', status: 410 })
    expect(gone.problem.detail).toMatch(/^Dieser Kontakt wurde am \d\d\.\d\d\.\d{4} von ADMIN aus Gründen/)
    const late = await admin.call(contactApi.update, {
      params: { id: made.id },
      body: { ...made, version: made.version },
    })
    expect(late.problem).toMatchObject({ code: 'ERASED', status: 410 })
    expect((await get(merged.id)).status).toBe(404)
    expect((await erase(made.id, `Anna ${secret}`)).status).toBe(404)
    expect((await user.call(contactApi.search, { body: { surname: secret } })).answer.contacts).toEqual([])
    expect((await admin.call(mergeApi.undo, { params: { id: merge.mergeRef } })).status).toBe(404)
    expect((await rowsOf(imported.id)).map(({ name, reason }) => [name, reason])).toEqual([
      ['', ''],
      ['', ''],
    ])
    const { entries } = (await user.call(historyApi.ofContact, { params: { id: other.id } })).answer
    expect(entries.length).toBeGreaterThan(0)
    for (const table of await everyTable()) {
      const { rows } = await database.pool.query(
        `select count(*)::int as n from "${table}" t where lower(to_jsonb(t)::text) like $1`,
        [`%${secret.toLowerCase()}%`],
      )
      expect(rows[0].n, table).toBe(0)
    }
  })

  test('hands shared parts over to the contacts that share them', async () => {
    const owner = await buildContact({
      addresses: [{ addressType: 'HOME', street: 'Teilweg 1', city: 'Bern', shareable: true }],
      emailAddresses: [{ address: 'teil@erase.example' }],
      phoneNumbers: [{ type: 'LANDLINE', number: '031 444 55 66' }],
    })
    const share = { sharedByContactPersonRef: owner.id }
    const sharing = (surname: string) =>
      buildContact({
        surname,
        addresses: [{ addressType: 'HOME', ...share }],
        emailAddresses: [{ address: 'teil@erase.example', ...share }],
        phoneNumbers: [{ type: 'LANDLINE', number: '031 444 55 66', ...share }],
      })
    const [first, second] = [await sharing('Erste'), await sharing('Zweite')]
    expect((await preview(owner.id)).answer.handedOver).toBe(3)
    expect((await erase(owner.id)).status).toBe(204)
    expect((await get(first.id)).answer).toMatchObject({
      addresses: [{ street: 'Teilweg 1', sharedByContactPersonRef: null }],
      emailAddresses: [{ address: 'teil@erase.example', sharedByContactPersonRef: null }],
      phoneNumbers: [{ number: '+41314445566', sharedByContactPersonRef: null }],
    })
    expect((await get(second.id)).answer).toMatchObject({
      addresses: [{ street: 'Teilweg 1', sharedByContactPersonRef: first.id }],
      emailAddresses: [{ sharedByContactPersonRef: first.id }],
    })
  })

  test('keeps parts under retention for a contact without a name', async () => {
    const made = await buildContact({
      remarks: 'weg damit',
      addresses: [{ addressType: 'HOME', street: 'Rechnungsweg 1' }],
      emailAddresses: [{ address: 'kept@erase.example' }],
    })
    const keeps = [{ table: 'later_invoice', because: 'RETENTION' }] as const
    await database.pool.query('insert into later_invoice (contact_id, address_id) values ($1, $2)', [
      made.id,
      made.addresses[0]?.id,
    ])
    const asAdmin = { ...systemActor(await adminId()), username: 'ADMIN' }
    const shown = await previewErasure(withoutTransaction(appContext, asAdmin), made.id, keeps)
    expect(shown.stays).toEqual([
      { what: 'address', count: 1, because: 'ORDER' },
      { what: 'later_invoice', count: 1, because: 'RETENTION' },
    ])
    await inTransaction(appContext, asAdmin, (ctx) => eraseContact(ctx, made.id, 'Anna Beispiel', keeps))
    expect((await get(made.id)).problem.code).toBe('ERASED')
    const { rows } = await database.pool.query(
      `select c.full_name, c.remarks, a.street, (select count(*)::int from email_address e where e.contact_id = c.id) as mails
         from later_invoice i join contact c on c.id = i.contact_id join address a on a.id = i.address_id
        where c.id = $1`,
      [made.id],
    )
    expect(rows).toEqual([{ full_name: '', remarks: '', street: 'Rechnungsweg 1', mails: 0 }])
    expect((await admin.call(contactApi.bin, {})).answer.some(({ id }) => id === made.id)).toBe(false)
    expect((await admin.call(contactApi.restore, { params: { id: made.id } })).status).toBe(404)
    expect((await erase(made.id, '')).status).toBe(404)
  })

  test('empties references of other records to the contact', async () => {
    const [made, other] = [await buildContact(), await buildContact()]
    await database.pool.query('insert into later_invoice (contact_id, reseller_id) values ($1, $2)', [
      other.id,
      made.id,
    ])
    expect((await erase(made.id)).status).toBe(204)
    const { rows } = await database.pool.query('select reseller_id from later_invoice where contact_id = $1', [
      other.id,
    ])
    expect(rows).toEqual([{ reseller_id: null }])
  })
})

test('each kind of rows that erasing removes or keeps has a word', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select distinct own.relname as name from pg_constraint k join pg_class own on own.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'contact'::regclass and own.relname not like 'later%'
       and (a.attname = 'contact_id' or a.attnotnull or k.confdeltype = 'c')`)
  const names = rows.map(({ name }) => name).filter((name) => !derived.includes(name))
  expect(names.filter((name) => !erasedKinds.some((kind) => kind === name))).toEqual([])
  expect(names.length).toBeGreaterThan(10)
})

describe('an erased contact', () => {
  test('is not created again by an import, and by hand only after a warning', async () => {
    const made = await buildContact({
      givenName: 'Ruedi',
      surname: 'Vergissmich',
      addresses: [{ addressType: 'HOME', street: 'Weg 3', zipCode: '9000' }],
      emailAddresses: [{ address: 'ruedi@erased.example' }],
      phoneNumbers: [{ type: 'MOBILE', number: '079 333 22 11' }],
    })
    const other = await buildContact({ surname: 'Bleibt', emailAddresses: [{ address: 'bleibt@erased.example' }] })
    await erase(made.id, 'Ruedi Vergissmich')
    const csv =
      'Vorname;Nachname;Strasse;PLZ;E-Mail;Telefon\n' +
      'R.;Vergissmich;;;Ruedi@Erased.example;\n' +
      'Ruedi;Anders;;;;+41 79 333 22 11\n' +
      'Ruedi;Vergissmich;Weg 3;9000;;\n' +
      'Anna;Bleibt;;;bleibt@erased.example;079 333 22 11\n' +
      'Ganz;Neu;Weg 3;9000;neu@erased.example;\n'
    for (const dryRun of [true, false]) {
      const imported = await run(csv, { dryRun })
      expect(imported).toMatchObject({ created: 1, rejected: 4 })
      expect((await rowsOf(imported.id)).map(({ reason }) => reason)).toEqual([
        'Wurde aus Gründen des Datenschutzes gelöscht und wird nicht wieder angelegt (erkannt an: E-Mail).',
        'Wurde aus Gründen des Datenschutzes gelöscht und wird nicht wieder angelegt (erkannt an: Telefon).',
        'Wurde aus Gründen des Datenschutzes gelöscht und wird nicht wieder angelegt (erkannt an: Name und Adresse).',
        'Wurde aus Gründen des Datenschutzes gelöscht und wird nicht wieder angelegt (erkannt an: Telefon).',
        '',
      ])
    }
    expect((await get(other.id)).answer.phoneNumbers).toEqual([])
    const likely = async (draft: object) => (await user.call(duplicateApi.likely, { body: draft })).answer.erased
    expect(await likely({ emails: ['RUEDI@erased.example'] })).toBe(true)
    expect(await likely({ phones: ['0041 79 333 22 11'] })).toBe(true)
    const places = [{ street: 'Weg 3', zipCode: '9000' }]
    expect(await likely({ givenName: 'Rüdi', surname: 'Vergissmich', places })).toBe(true)
    expect(await likely({ givenName: 'Ruedi', surname: 'Vergissmich' })).toBe(false)
    const again = await buildContact({ surname: 'Wunsch', emailAddresses: [{ address: 'ruedi@erased.example' }] })
    const matched = await run('Vorname;Nachname;E-Mail\nAnna;Wunsch;ruedi@erased.example\n')
    expect(matched).toMatchObject({ matched: 1, rejected: 0 })
    expect((await rowsOf(matched.id))[0]?.contactRef).toBe(again.id)
  })

  test.each([
    ['weg@xn--mller-kva.ch', 'weg@müller.ch'],
    ['weg@grün.ch', 'weg@xn--grn-ioa.ch'],
  ])('is recognised by %s in another spelling, also in the rows of imports', async (kept, typed) => {
    const made = await buildContact({ emailAddresses: [{ address: 'weg@spelt.example' }] })
    await database.pool.query('update email_address set address = $2 where contact_id = $1', [made.id, kept])
    const refused = await run(`Nachname;E-Mail;Geburtsdatum\nGeheim;${typed};kein Datum\n`)
    const said = async () => {
      const { rows } = await database.pool.query('select name, cells from contact_import_row where import_id = $1', [
        refused.id,
      ])
      return rows
    }
    expect((await said())[0]?.cells).toContain(typed)
    await erase(made.id)
    const likely = async (email: string) => {
      const draft: object = { emails: [email] }
      return (await user.call(duplicateApi.likely, { body: draft })).answer.erased
    }
    expect([await likely(kept), await likely(typed)]).toEqual([true, true])
    expect(await said()).toEqual([{ name: '', cells: null }])
    const again = await run(`Vorname;Nachname;E-Mail\nAnna;Wieder;${typed}\n`)
    expect(again).toMatchObject({ created: 0, rejected: 1 })
  })

  test('is remembered by hashes of 32 bytes', async () => {
    const { rows } = await database.pool.query('select * from erased_contact_key')
    expect(rows.length).toBeGreaterThan(0)
    for (const { hash } of rows) expect(hash).toHaveLength(32)
  })
})

async function everyTable(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    database.kysely,
  )
  return rows.map(({ name }) => name)
}

async function adminId(): Promise<string> {
  const { id } = await database.kysely
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'ADMIN')
    .executeTakeFirstOrThrow()
  return id
}

test('erasing hands over an e-mail address that another contact begins to share at the same moment', async () => {
  const address = 'geteilt@example.org'
  const owner = await buildContact({ surname: 'Weg', emailAddresses: [{ address }] })
  const sharing = await buildContact({ surname: 'Bleibt' })
  const [shared, erased] = await callAtOnce(
    database,
    () =>
      user.call(emailAddressApi.add, {
        params: { id: sharing.id },
        body: { address, sharedByContactPersonRef: owner.id },
      }),
    () => erase(owner.id, owner.fullName),
  )
  expect([shared.status, erased.status]).toEqual([200, 204])
  const left = database.kysely.selectFrom('email_address').select('contact_id').where('address', '=', address)
  expect(await left.execute()).toEqual([{ contact_id: sharing.id }])
})
