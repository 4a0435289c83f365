import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { importApi } from '#contract/contacts/imports'
import { historyApi } from '#contract/together/history'
import { testApp } from '../../../test/app.ts'
import { counts, importer, peopleCsv } from '../../../test/imports.ts'

const testing = await testApp()
const { app, as, appContext, sessionOf } = testing
const { admin, send, upload, start, work, get, run, rowsOf, rejectedOf, job, contact, howMany } =
  await importer(testing)

describe('an import', () => {
  test('writes every field of a row by the rules of the API, in the name of the user who started it', async () => {
    const { id } = await run(
      'Anrede;Titel;Vorname;Nachname;Strasse;Hausnummer;PLZ;Ort;Land;E-Mail;Telefon;Natel;Kundentyp;Kunde;Geburtsdatum;Sprache;UID\n' +
        'Frau;Dr.;Zoë;Import;Musterstrasse;7;8000;Zürich;Suisse;Zoe.Import@example.ch;044 555 01 01;0041 79 555 01 02;Geschäftlich;ja;1.3.1980;französisch;CHE-123.456.788\n' +
        'Herr;;Karl;Import;Beispielgasse 1;;1010;Wien;AUT;;01 5550101;;reseller 25%;x;1980-12-31;EN;\n',
    )
    const rows = await rowsOf(id)
    expect(rows.map(({ result, line }) => [result, line])).toEqual([
      ['CREATED', 2],
      ['CREATED', 3],
    ])
    const zoe = await contact(rows[0]?.contactRef)
    expect(zoe).toMatchObject({
      ...{ fullName: 'Dr. Zoë Import', salutation: 'MS', customerType: 'BUSINESS', customer: true },
      ...{ birthdate: '1980-03-01', language: 'FR', legalType: 'NATURAL' },
      uidCheck: { value: 'CHE-123.456.788', verified: true },
      addresses: [{ street: 'Musterstrasse 7', zipCode: '8000', city: 'Zürich', country: 'CH', addressType: 'HOME' }],
      emailAddresses: [{ address: 'Zoe.Import@example.ch' }],
      phoneNumbers: [
        { number: '+41445550101', type: 'LANDLINE' },
        { number: '+41795550102', type: 'MOBILE' },
      ],
    })
    expect(await contact(rows[1]?.contactRef)).toMatchObject({
      ...{ customerType: 'RESELLER_25', birthdate: '1980-12-31', language: 'EN' },
      phoneNumbers: [{ number: '+4315550101' }],
    })
    const history = await admin.call(historyApi.ofContact, { params: { id: zoe.id } })
    expect(history.answer.entries.map((entry) => entry.username)).toEqual(Array(5).fill('ADMIN'))
    const found = await admin.call(contactApi.search, { body: { surname: 'Import', phoneNumber: '079 555' } })
    expect(found.answer.contacts.map(({ id }) => id)).toEqual([zoe.id])
  })

  test('reads a two-digit birth year as past and refuses a birth date in the future', async () => {
    const tomorrow = new Date(Date.now() + 36 * 3600_000).toISOString().slice(0, 10)
    const [year = '', ...rest] = tomorrow.split('-')
    const typed = [...rest.reverse(), year.slice(2)].join('.')
    const { id } = await run(`Nachname;Geburtsdatum\nMorgen;${typed}\nNie;${tomorrow}\n`)
    const [past, future] = await rowsOf(id)
    expect((await contact(past?.contactRef)).birthdate).toBe(tomorrow.replace(year, String(Number(year) - 100)))
    expect(future).toMatchObject({ result: 'REJECTED', contactRef: null })
    expect(JSON.stringify(future)).toContain('Das Datum liegt in der Zukunft')
  })

  test('reads a word that every object inherits like any other unknown word', async () => {
    const resultsOf = async (word: string) => {
      const { id } = await run(`Nachname;Anrede;Kunde\nEins ${word};${word};\nZwei ${word};;${word}\n`)
      return (await rowsOf(id)).map(({ result, reason }) => [result, reason.replaceAll(word, '…')])
    }
    expect(await resultsOf('constructor')).toEqual(await resultsOf('quatsch'))
  })

  test('of the same file twice creates no contact twice', async () => {
    const csv = `${peopleCsv(600)}Nur;Name;;;;;;;;;;;\nNur;Adresse;;Weg 1;8000;;;;;;;;\nNur;Ort;;;;Thun;;;;;;;\n;;Nur Firma;;;;;;;;;;\n`
    const first = await run(csv)
    expect(counts(first)).toEqual({ created: 604, matched: 0, changed: 0, rejected: 0 })
    const before = await howMany()
    const second = await run(csv)
    expect(counts(second)).toEqual({ created: 0, matched: 604, changed: 0, rejected: 0 })
    expect(await howMany()).toBe(before)
  })

  test('finds contacts by e-mail, number or name and place, also of the same file, and fills empty fields', async () => {
    const made = await admin.call(contactApi.add, {
      body: {
        ...{ givenName: 'Ida', surname: 'Bekannt', title: 'Dr.' },
        emailAddresses: [{ address: 'ida@example.ch' }],
        addresses: [{ addressType: 'HOME', street: 'Seestr. 1', zipCode: '8800', city: 'Thalwil', country: 'CH' }],
      },
    })
    await admin.call(contactApi.add, {
      body: { companyName: 'Zentrale AG', emailAddresses: [{ address: 'zentrale@example.ch' }] },
    })
    const csv =
      'Vorname;Nachname;Titel;Strasse;PLZ;Ort;E-Mail;Telefon;Bemerkung\n' +
      'Ida;Bekannt;Prof.;;;;IDA@example.ch;;\n' +
      'ida;BEKANNT;;Seestraße 1;8800;;;044 555 02 02;Stammkundin\n' +
      'Ida;Bekannt;;Bahnhofstrasse 2;8001;Zürich;;0445550202;\n' +
      ';;;;;;ida@example.ch;;\n' +
      'Otto;Anders;;;;;ida@example.ch;044 555 03 03;\n' +
      'Oda;;;Weg 5;;;zentrale@example.ch;;\n' +
      'Neu;Neu;;;;;neu@example.ch;;\n' +
      'Neu;Neu;;;;;neu@example.ch;044 555 04 04;\n'
    const tried = await run(csv, { dryRun: true })
    expect(counts(tried)).toEqual({ created: 1, matched: 3, changed: 3, rejected: 1 })
    expect((await contact(made.answer.id)).version).toBe(1)
    const triedRows = await rowsOf(tried.id)
    const { id } = await run(tried)
    const rows = await rowsOf(id)
    expect(rows.map(({ result, reason }) => [result, reason])).toEqual(
      triedRows.map(({ result, reason }) => [result, reason]),
    )
    expect(rows.map(({ result }) => result)).toEqual([
      ...['MATCHED', 'CHANGED', 'CHANGED', 'REJECTED', 'MATCHED', 'MATCHED', 'CREATED', 'CHANGED'],
    ])
    expect(rows[3]?.reason).toBe('Bitte Vorname, Nachname oder Firma angeben')
    expect(rows[4]).toMatchObject({ contactRef: made.answer.id })
    const nothingAdded = 'Der Name weicht ab, deshalb wurde nichts ergänzt.'
    expect(rows[4]?.reason).toBe(`E-Mail ida@example.ch gehört zu «Ida Bekannt». ${nothingAdded}`)
    expect(rows[5]?.reason).toBe(`E-Mail zentrale@example.ch gehört zu «Zentrale AG». ${nothingAdded}`)
    expect(await contact(made.answer.id)).toMatchObject({
      ...{ title: 'Dr.', remarks: 'Stammkundin' },
      phoneNumbers: [{ number: '+41445550202' }],
      addresses: [{ street: 'Seestr. 1' }, { street: 'Bahnhofstrasse 2' }],
    })
  })

  test('without filling only matches contacts', async () => {
    await run('Nachname;E-Mail\nEbenso;ebenso@example.ch\n')
    const done = await run('Nachname;Vorname;E-Mail\nEbenso;Eva;ebenso@example.ch\n', { updateMatches: false })
    expect(counts(done)).toEqual({ created: 0, matched: 1, changed: 0, rejected: 0 })
  })

  test('rejects a row with the e-mail address of one contact and the number of another', async () => {
    await run('Nachname;E-Mail;Telefon\nEins;eins@example.ch;\nZwei;;044 555 05 05\n')
    const { id, rejected } = await run('Nachname;E-Mail;Telefon\nDrei;eins@example.ch;044 555 05 05\n')
    expect(rejected).toBe(1)
    expect((await rowsOf(id))[0]?.reason).toBe('E-Mail gehört zu «Eins», Telefon dagegen zu «Zwei».')
  })

  test('rejects invalid values with messages in the language of who started it', async () => {
    const uploaded = await upload(
      'Nachname;E-Mail;Telefon;Geburtsdatum;Land;Kunde;Anrede\n' +
        'A;kein-mail;;;;;\nB;;-;;;;\nC;;;31.2.1980;;;\nD;;;;Atlantis;;\nE;;;;;vielleicht;\nF;;;;;;Sir\nG;x\n' +
        `${'H'.repeat(300)};;;;;;\n` +
        'I;kein-mail;-;31.2.1980;;;\n',
    )
    const { id } = await run(uploaded)
    expect((await rowsOf(id)).map(({ reason }) => reason)).toEqual([
      'E-Mail: Das Feld muss eine valide E-Mail-Adresse sein',
      'Telefon: Das Feld muss eine Telefonnummer sein',
      'Geburtsdatum: «31.2.1980» ist kein Datum',
      'Land: «Atlantis» ist hier nicht bekannt',
      'Kunde: «vielleicht» ist hier nicht bekannt',
      'Anrede: «Sir» ist hier nicht bekannt',
      'Die Zeile hat 2 Spalten statt 7.',
      'Nachname: Das Feld darf max 255 Zeichen besitzen',
      [
        'Geburtsdatum: «31.2.1980» ist kein Datum',
        'E-Mail: Das Feld muss eine valide E-Mail-Adresse sein',
        'Telefon: Das Feld muss eine Telefonnummer sein',
      ].join('; '),
    ])
    const french = await upload('Nachname;Telefon;Geburtsdatum\nA;-;31.2.1980\n')
    const { method, path: url } = importApi.start
    const started = await app.inject({
      method,
      url: url.replace(':id', french.id),
      headers: { cookie: await sessionOf('ADMIN'), 'accept-language': 'fr' },
      payload: { mapping: french.mapping },
    })
    expect(started.statusCode).toBe(200)
    await work(french.id)
    expect((await rowsOf(french.id))[0]?.reason).toMatch(
      /^Date de naissance.*n’est pas une date; Téléphone.*Ce champ doit être un numéro de téléphone$/,
    )
  })

  test('returns rejected rows with the reason, to be corrected and uploaded again', async () => {
    const { id } = await run(
      'Nachname;Bemerkung;E-Mail\nGut;;gut@example.ch\n=Schlecht;"a;""b""\nc";schlecht@\nKurz;x\n',
    )
    const file = await rejectedOf(id)
    expect(file).toBe(
      '\ufeffNachname;Bemerkung;E-Mail;Grund\r\n' +
        '\'=Schlecht;"a;""b""\nc";schlecht@;E-Mail: Das Feld muss eine valide E-Mail-Adresse sein\r\n' +
        'Kurz;x;;Die Zeile hat 2 Spalten statt 3.\r\n',
    )
    const again = await upload(file.replace('schlecht@', 'schlecht@example.ch'))
    expect(again.mapping).toEqual(['surname', 'remarks', 'emailAddress', null])
    const done = await run(again)
    expect(counts(done)).toEqual({ created: 2, matched: 0, changed: 0, rejected: 0 })
    const [row] = await rowsOf(done.id)
    expect(await contact(row?.contactRef)).toMatchObject({ surname: '=Schlecht', remarks: 'a;"b"\nc' })
  })

  test('survives mixed line ends, a row of 10 MB, a row with 900,000 columns and an unclosed quote', async () => {
    const { id, ...done } = await run(
      `Nachname;Ort\r\nLf;A\nCr;B\rCrlf;C\r\nGross;"${'x\n'.repeat(5_000_000)}"\nBreit${';'.repeat(900_000)}\nNach;D\nOffen;"E\nMehr;F\n`,
    )
    expect(counts({ id, ...done })).toEqual({ created: 4, matched: 0, changed: 0, rejected: 3 })
    expect((await rowsOf(id)).map(({ line, name, reason }) => [line, name, reason])).toEqual([
      [2, 'Lf', ''],
      [3, 'Cr', ''],
      [4, 'Crlf', ''],
      [5, '', 'Die Zeile ist grösser als 1 MB.'],
      [5_000_006, 'Breit', "Die Zeile hat 900'001 Spalten statt 2."],
      [5_000_007, 'Nach', ''],
      [5_000_008, 'Offen', 'Ein Anführungszeichen wird bis zum Ende der Datei nicht geschlossen.'],
    ])
  })

  test('as a dry run reports the same as the real run and changes nothing', async () => {
    const csv = `${peopleCsv(1200, 5000)}${peopleCsv(100, 5050).split('\n').slice(1).join('\n')}Falsch;Falsch;;;;;;falsch;;;;;\n`
    const before = await howMany()
    const uploaded = await upload(csv)
    const tried = await run(uploaded, { dryRun: true })
    expect(await howMany()).toBe(before)
    expect(tried).toMatchObject({ state: 'DONE', dryRun: true, created: 1200, matched: 100, rejected: 1 })
    const rows = await rowsOf(tried.id)
    expect(rows.every((row) => row.contactRef === null)).toBe(true)
    const done = await run(uploaded)
    expect(counts(done)).toEqual(counts(tried))
    expect(await howMany()).toBe(before + 1200)
    expect((await rowsOf(done.id)).map(({ contactRef: _, ...row }) => row)).toEqual(
      rows.map(({ contactRef: _, ...row }) => row),
    )
  })

  test('starts with the upload on request', async () => {
    const { answer } = await send('Nachname\nSofort\n', { query: '?start=true' })
    expect(answer.state).toBe('WAITING')
    await work(answer.id)
    expect((await get(answer.id)).created).toBe(1)
    expect((await send('x\n1\n', { query: '?start=true' })).problem.code).toBe('VALIDATION')
  })

  test('can be cancelled between batches and resumed', async () => {
    const uploaded = await upload(peopleCsv(2010, 10_000))
    await start(uploaded)
    const stop = new AbortController()
    stop.abort()
    await work(uploaded.id, stop.signal)
    expect(await get(uploaded.id)).toMatchObject({ state: 'RUNNING', rowsDone: 2000, message: '' })
    const cancelled = await admin.call(importApi.cancel, { params: { id: uploaded.id } })
    expect(cancelled.answer.state).toBe('CANCELLED')
    await work(uploaded.id)
    expect(await get(uploaded.id)).toMatchObject({ state: 'CANCELLED', rowsDone: 2000 })
    const oldJob = await job(uploaded.id)
    const done = await run(uploaded)
    expect(done).toMatchObject({ state: 'DONE', rowsDone: 2010, created: 2010, matched: 0 })
    expect((await job(uploaded.id)).run).toBe(oldJob.run + 1)
  })

  test('that was interrupted resumes and says so', async () => {
    const uploaded = await upload(peopleCsv(2010, 20_000))
    await start(uploaded)
    const stop = new AbortController()
    stop.abort()
    await work(uploaded.id, stop.signal)
    await appContext.database.pool.query('update contact_import set at_work = true where id = $1', [uploaded.id])
    await work(uploaded.id)
    expect(await get(uploaded.id)).toMatchObject({
      ...{ state: 'DONE', rowsDone: 2010, created: 2010 },
      message: "Der Import wurde nach einer Unterbrechung ab Zeile 2'002 fortgesetzt.",
    })
  })

  test('lists its rows by page and by result', async () => {
    const { id } = await run(`${peopleCsv(30, 30_000)}x;y;;;;;;falsch;;;;;\n`)
    const first = await admin.call(importApi.rows, { params: { id }, query: { limit: 20 } })
    expect(first.answer.rows).toHaveLength(20)
    expect(first.answer.more).toBe(true)
    const next = await admin.call(importApi.rows, { params: { id }, query: { after: 21 } })
    expect(next.answer.rows.map(({ line }) => line)).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32])
    const rejected = await admin.call(importApi.rows, { params: { id }, query: { result: 'REJECTED' } })
    expect(rejected.answer).toMatchObject({ rows: [{ line: 32, name: 'x y' }], more: false })
  })
})

describe('the import calls', () => {
  test('are refused to users who are no admins', async () => {
    const id = '01900000-0000-7000-8000-000000000000'
    for (const [name, endpoint] of Object.entries(importApi)) {
      const { status } = await as('USER').call(endpoint as never, { params: { id }, body: {} } as never)
      expect(status, name).toBe(403)
    }
  })

  test('answer invalid requests without a server error', async () => {
    const uploaded = await upload('Nachname;Ort\nA;B\n')
    const { id } = uploaded
    const startWith = async (mapping: unknown) =>
      (await admin.call(importApi.start, { params: { id }, body: { mapping } as never })).status
    for (const mapping of [[], ['city', 'city'], ['city', null], ['surname', 'surname'], ['surname', 'x'], 5, null]) {
      expect(await startWith(mapping)).toBe(400)
    }
    for (const endpoint of [importApi.cancel, importApi.rollBack]) {
      expect((await admin.call(endpoint, { params: { id } })).status).toBe(409)
    }
    expect((await admin.call(importApi.get, { params: { id: 'x' } })).status).toBe(400)
    const nowhere = { params: { id: '01900000-0000-7000-8000-000000000000' } }
    expect((await admin.call(importApi.rows, { ...nowhere, query: {} })).status).toBe(404)
    expect((await admin.call(importApi.rejectedRows, nowhere)).status).toBe(404)
    expect((await admin.call(importApi.rows, { params: { id }, query: { after: 'x', limit: 10 } })).status).toBe(400)
    expect((await admin.call(importApi.remove, { params: { id } })).status).toBe(204)
    expect((await admin.call(importApi.get, { params: { id } })).status).toBe(404)
    const list = await admin.call(importApi.list, {})
    expect(list.status).toBe(200)
    expect(list.answer.length).toBeGreaterThan(5)
  })
})
