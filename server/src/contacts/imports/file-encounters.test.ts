import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { encounterApi } from '#contract/contacts/encounters'
import { listedEncounterApi } from '#contract/contacts/listed-encounters'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

const { as } = await testApp()
const user = as('USER')
const buildContact = contactFactory(as)

const anna = await buildContact({
  givenName: 'Anna',
  surname: 'Müller',
  emailAddresses: [{ address: 'Anna@example.com' }],
  phoneNumbers: [{ type: 'MOBILE', number: '079 012 01 02' }],
})
const beat = await buildContact({
  givenName: 'Beat',
  surname: 'Frei',
  addresses: [{ addressType: 'HOME', zipCode: '8001', city: 'Zürich' }],
})
const otherBeat = await buildContact({
  givenName: 'Beat',
  surname: 'Frei',
  addresses: [{ addressType: 'HOME', zipCode: '3011', city: 'Bern' }],
})
const company = await buildContact({ givenName: '', surname: '', companyName: 'Öfen AG' })
const binned = await buildContact({ givenName: 'Im', surname: 'Papierkorb' })
await user.call(contactApi.remove, { params: { id: binned.id } })

async function send(csv: string | Buffer, body: object = {}) {
  return user.call(listedEncounterApi.upload, {
    file: new File([new Uint8Array(Buffer.from(csv))], 'liste.csv'),
    body: { encounterType: 'POST', description: 'Katalog verschickt', ...body } as never,
  })
}
const results = async (csv: string | Buffer) => {
  const { answer, status, problem } = await send(csv)
  expect(status, JSON.stringify(problem)).toBe(200)
  return answer.rows.map(({ result, contactRef }) => (contactRef ? [result, contactRef] : result))
}
const encountersOf = async (id: string) =>
  (await user.call(encounterApi.list, { params: { id } })).answer.encounters.map(({ description }) => description)

test('each contact in the list gets one encounter, and each row has its result', async () => {
  const { answer } = await send(
    [
      'Vorname;Nachname;PLZ;E-Mail;Telefon;Firma',
      'Anna;Mueller;;ANNA@example.com;;',
      'A.;Müller;;;+41 79 012 01 02;',
      'Beat;Frei;3011;;;',
      'Beat;Frei;;;;',
      ';;;;;Öfen AG',
      'Niemand;Nirgends;;;;',
      'Im;Papierkorb;;;;',
      ';;8000;;;',
    ].join('\r\n'),
    { originalKnownSince: '2026-03-01T09:00:00Z' },
  )
  expect(answer.filed).toBe(3)
  expect(answer.rows).toMatchObject([
    { line: 2, result: 'FILED', contactRef: anna.id, name: 'Anna Müller', detail: 'Die Begegnung ist erfasst.' },
    { line: 3, result: 'TWICE', contactRef: anna.id, detail: 'Der Kontakt stand schon in Zeile 2.' },
    { line: 4, result: 'FILED', contactRef: otherBeat.id },
    { line: 5, result: 'AMBIGUOUS', contactRef: null, name: 'Beat Frei' },
    { line: 6, result: 'FILED', contactRef: company.id },
    { line: 7, result: 'NOT_FOUND', name: 'Niemand Nirgends', detail: 'Kein Kontakt passt zu dieser Zeile.' },
    { line: 8, result: 'NOT_FOUND' },
    { line: 9, result: 'UNREADABLE' },
  ])
  expect(await encountersOf(anna.id)).toEqual(['Katalog verschickt'])
  expect(await encountersOf(beat.id)).toEqual([])
})

test('rejected rows are returned unchanged with the reason and can be uploaded again', async () => {
  const { answer } = await send('Vorname;Nachname;PLZ;Notiz\r\nBeat;Frei;;"a;b"\r\nBeat;Frei;8001;\r\n')
  expect(answer.rejected).toBe(
    '\ufeffVorname;Nachname;PLZ;Notiz;Grund\r\nBeat;Frei;;"a;b";Mehrere Kontakte passen zu dieser Zeile.\r\n',
  )
  const again = await send(answer.rejected)
  expect(again.answer.rejected).toBe(answer.rejected)
  const corrected = await send(answer.rejected.replace('Frei;;', 'Frei;3011;'))
  expect(corrected.answer).toMatchObject({ filed: 1, rejected: '', rows: [{ contactRef: otherBeat.id }] })
  const bare = await send('nobody@example.com\nanna@example.com\n')
  expect(bare.answer.rejected).toBe('\ufeffnobody@example.com;Kein Kontakt passt zu dieser Zeile.\r\n')
  expect((await send(bare.answer.rejected)).answer.rows).toMatchObject([{ result: 'NOT_FOUND' }])
})

test('a list of ids, e-mail addresses or numbers needs no header', async () => {
  expect(await results(`${beat.id}\n${binned.id}\n`)).toEqual([['FILED', beat.id], 'NOT_FOUND'])
  expect(await results('anna@example.com')).toEqual([['FILED', anna.id]])
  expect(await results('0041 79 012 01 02\nx@example.com\n')).toEqual([['FILED', anna.id], 'NOT_FOUND'])
})

test('columns may be named by their ids, and a full name may be in one column', async () => {
  expect(await results(`Kontakt-ID,Notiz\n${anna.id},x\n`)).toEqual([['FILED', anna.id]])
  expect(await results('Name,PLZ\nBeat Frei,8001\n')).toEqual([['FILED', beat.id]])
})

test('an id outranks an e-mail address, which outranks a name', async () => {
  expect(await results(`id,E-Mail\n${beat.id},anna@example.com\n`)).toEqual([['FILED', beat.id]])
  expect(await results('E-Mail,Vorname,Nachname,PLZ\nanna@example.com,Beat,Frei,8001\n')).toEqual([['FILED', anna.id]])
})

test('a list in Latin-1 is read', async () => {
  expect(await results(Buffer.from('Firma\nÖfen AG\n', 'latin1'))).toEqual([['FILED', company.id]])
})

test.each([
  ['', 'Die Datei kann nicht eingelesen werden: Sie ist leer.'],
  ['Vorname;Nachname\n', 'Die Datei kann nicht eingelesen werden: Sie enthält nur die Kopfzeile und keine Daten.'],
  ['Farbe;Form\nrot;rund\n', /Keine Spalte enthält Kennungen/],
  ['%PDF-1.7', /Sie ist ein PDF/],
  [`id\n${'x\n'.repeat(20_001)}`, /Sie hat mehr als 20'000 Zeilen/],
])('a file that is no list of contacts is refused with the reason (%#)', async (csv, detail) => {
  const { status, problem } = await send(csv)
  expect(status).toBe(400)
  expect(problem.detail).toMatch(detail)
})

test('a type that cannot be chosen by hand is refused, and so are users who may not add encounters', async () => {
  expect((await send(anna.id, { encounterType: 'EMAIL_OUTGOING' })).problem.errors?.[0]?.path).toBe('encounterType')
  const { status } = await as('PROJECT_MANAGER').call(listedEncounterApi.upload, {
    file: new File([anna.id], 'x.csv'),
    body: { encounterType: 'POST' },
  })
  expect(status).toBe(403)
})
