import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contactFactory, manyContacts } from '../../test/contacts.ts'

const { app, as, database, signIn } = await testApp()
const buildContact = contactFactory(as)
const cookie = await signIn('USER')

async function download(body: object, format: 'csv' | 'xlsx', language = 'de') {
  const response = await app.inject({
    method: 'POST',
    url: `/api/contacts/_exportAsResult?format=${format}`,
    headers: { cookie, 'accept-language': language },
    payload: body,
  })
  expect(response.statusCode).toBe(200)
  return { headers: response.headers, bytes: response.rawPayload, text: response.rawPayload.toString('utf8') }
}

await buildContact({
  salutation: 'MS',
  surname: 'Müller; "Öl"',
  customerType: 'RESELLER_25',
  customer: true,
  addresses: [{ addressType: 'HOME', street: 'Rue de l’Église 1', zipCode: '01067', city: 'Dresden', country: 'DE' }],
  phoneNumbers: [{ type: 'MOBILE', number: '079 012 77 77' }],
})
for (const [at, surname] of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', "'quoted"].entries()) {
  await buildContact({ givenName: '', surname, companyName: `Formel ${at}` })
}
await buildContact({ surname: 'Zeilen', companyName: 'Zwei\nZeilen <&> \u0001' })

describe('a CSV', () => {
  test('opens in German Excel: byte order mark, semicolons, quotes, CRLF', async () => {
    const { headers, bytes, text } = await download({ surname: 'müller' }, 'csv')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Kontakte \d{4}-\d\d-\d\d\.csv"$/)
    expect(headers['cache-control']).toBe('no-store')
    const [head, row, rest] = text.slice(1).split('\r\n')
    expect(head).toBe('Id;Kunde;Kundentyp;Anrede;Titel;Vorname;Nachname;Firma;Strasse;PLZ;Ort;Land;E-Mail;Telefon')
    expect(row?.replace(/^[^;]+;/, '')).toBe(
      'Ja;Wiederverkäufer 25 %;Frau;;Anna;"Müller; ""Öl""";;Rue de l’Église 1;01067;Dresden;DE;;+41790127777',
    )
    expect(rest).toBe('')
  })

  test('contains no formula', async () => {
    const { text } = await download({ company: 'Formel' }, 'csv')
    for (const name of ["'=1+1", "'+cmd|x", "'@SUM(A1)"]) expect(text).toContain(`;${name};`)
    expect(text).toMatch(/;('?)-2\+3;/)
    expect(text).not.toMatch(/;[=@]/)
  })

  test('is in the language of the reader', async () => {
    expect((await download({ surname: 'müller' }, 'csv', 'fr')).text).toContain('Madame')
    expect((await download({ surname: 'müller' }, 'csv', 'en')).text).toContain('Reseller 25%')
  })

  test('without rows has its header', async () => {
    expect((await download({ surname: 'nobody' }, 'csv')).text.split('\r\n')).toHaveLength(2)
  })
})

describe('an XLSX', () => {
  test('is a workbook with one sheet that holds the rows as text', async () => {
    const { headers, bytes } = await download({ surname: 'müller' }, 'xlsx')
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const files = unzip(bytes)
    expect([...files.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    for (const text of files.values()) expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"/)
    const [head, row] = sheetOf(files)
    expect(head).toEqual(
      'Id Kunde Kundentyp Anrede Titel Vorname Nachname Firma Strasse PLZ Ort Land E-Mail Telefon'.split(' '),
    )
    expect(row?.slice(1)).toEqual([
      ...['Ja', 'Wiederverkäufer 25 %', 'Frau', '', 'Anna', 'Müller; "Öl"', '', 'Rue de l’Église 1', '01067'],
      ...['Dresden', 'DE', '', '+41790127777'],
    ])
  })

  test('keeps XML characters and line ends, and drops characters that XML cannot hold', async () => {
    const [, row] = sheetOf(unzip((await download({ surname: 'Zeilen' }, 'xlsx')).bytes))
    expect(row?.[7]).toBe('Zwei\nZeilen <&> ')
  })

  test('contains no formula', async () => {
    const sheet = unzip((await download({ company: 'Formel' }, 'xlsx')).bytes).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('=1+1')
  })
})

describe('a long export', () => {
  test('holds every contact once, in order, while others write', async () => {
    await manyContacts(database, 2500)
    const before = (await download({}, 'csv')).text
    const writing = (async () => {
      for (let round = 0; round < 20; round++) await buildContact({ surname: `AAA ${round}` })
    })()
    const { text } = await download({ country: 'CH' }, 'csv')
    await writing
    const ids = text
      .slice(1)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(0, 36))
    expect(ids.length).toBeGreaterThan(1000)
    expect(new Set(ids).size).toBe(ids.length)
    expect(before.split('\r\n').length).toBe(2500 + 7 + 2)
    const { rows } = await sql<{ id: string }>`
      select contact_id as id from contact_search where country like '% ch%' order by sort_key, contact_id`.execute(
      database.kysely,
    )
    expect(ids).toEqual(rows.map(({ id }) => id))
  })

  test('that breaks off does not stop the server', async () => {
    await sql`alter table contact_search rename to contact_search_away`.execute(database.kysely)
    const broken = app.inject({
      method: 'POST',
      url: '/api/contacts/_exportAsResult',
      headers: { cookie },
      payload: {},
    })
    await broken.then(
      ({ statusCode }) => expect(statusCode).toBe(500),
      () => {},
    )
    await sql`alter table contact_search_away rename to contact_search`.execute(database.kysely)
    expect((await download({ surname: 'müller' }, 'csv')).text).toContain('Müller')
  })
})

/** Reads the files of a ZIP by its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(begin, begin + size)
    files.set(name, (method === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

function sheetOf(files: Map<string, string>): string[][] {
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = '']) => decode(cell.replace(/<[^>]+>/g, ''))),
  )
}
const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
const decode = (text: string) => text.replace(/&\w+;/g, (sign) => signs[sign] ?? sign)
