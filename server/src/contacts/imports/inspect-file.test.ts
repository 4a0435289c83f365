import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { importer, peopleCsv } from '../../../test/imports.ts'

const testing = await testApp()
const { send, upload } = await importer(testing)

describe('an uploaded file', () => {
  test('is answered with its columns, a proposed mapping and its first rows', async () => {
    const answer = await upload(peopleCsv(30))
    expect(answer).toMatchObject({ state: 'UPLOADED', encoding: 'UTF-8', delimiter: ';', createdBy: 'ADMIN' })
    expect(answer.columns.slice(0, 3)).toEqual(['Vorname', 'Nachname', 'Firma'])
    expect(answer.mapping).toEqual([
      ...['givenName', 'surname', 'companyName', 'street', 'zipCode', 'city', 'country', 'emailAddress'],
      ...['phoneNumber', 'mobileNumber', 'customerType', 'birthdate', 'remarks'],
    ])
    expect(answer.preview).toHaveLength(20)
    expect(answer.preview[3]?.[0]).toBe('Dörte')
  })

  test('has its columns recognised in three languages, except unknown ones', async () => {
    const german = await upload('Anrede,Name,Straße,Natel,Grund,E-Mail,E-Mail\nFrau,A,B,,,,\n')
    expect(german.delimiter).toBe(',')
    expect(german.mapping).toEqual([
      ...['salutation', 'surname', 'street', 'mobileNumber', null, 'emailAddress', 'emailAddress2'],
    ])
    const french = await upload('Prénom\tNom\tNPA\tLocalité\tCourriel\tDate de naissance\na\tb\tc\td\te\tf\n')
    expect(french.delimiter).toBe('\t')
    expect(french.mapping).toEqual(['givenName', 'surname', 'zipCode', 'city', 'emailAddress', 'birthdate'])
    const english = await upload('sep=,\r\nFirst Name,Last Name,Company,Zip Code,Country,Phone Number\r\na,b,c,d,e,f')
    expect(english.mapping).toEqual(['givenName', 'surname', 'companyName', 'zipCode', 'country', 'phoneNumber'])
    expect(english.columns[0]).toBe('First Name')
    const earlier = await upload('First name;Address supplement;Canton/État\na;b;c\n')
    expect(earlier.mapping).toEqual(['givenName', 'additionalAddress', 'state'])
  })

  const text = 'Vorname;Ort\nZoë;Zürich\n'
  test.each([
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16BE', Buffer.from(text, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('in %s is decoded', async (encoding, bytes) => {
    const answer = await upload(bytes)
    expect(answer).toMatchObject({ encoding, columns: ['Vorname', 'Ort'], preview: [['Zoë', 'Zürich']] })
  })

  test('in Windows-1252 keeps the characters that Latin-1 lacks', async () => {
    const answer = await upload(Buffer.concat([Buffer.from('Firma\n'), Buffer.of(0x80, 0x93, 0x8a, 0x94)]))
    expect(answer.preview).toEqual([['€“Š”']])
  })
})

describe('an unreadable file is refused with the reason in the language of the request', () => {
  const wide = (columns: number) => `${'x;'.repeat(columns - 1)}x\n1;2\n`
  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Sie ist ein Bild.'],
    ['an Excel file', Buffer.from('PK\u0003\u0004xl/workbook.xml'), 'ZIP'],
    ['a PDF', '%PDF-1.7 …', 'PDF'],
    ['with NUL bytes', 'Name;Ort\nA;B\0C\n', 'Nullbytes'],
    ['UTF-16 with NUL', Buffer.from('\ufeffName\nA\0B\n', 'utf16le'), 'Nullbytes'],
    ['empty', '', 'Sie ist leer.'],
    ['only blanks', '\n \n\n', 'Sie ist leer.'],
    ['only a header', 'Name;Ort\n;\n', 'keine Daten'],
    ['2 million columns', wide(2_000_000), 'mehr als 500 Spalten'],
    ['501 columns', wide(501), 'mehr als 500 Spalten'],
    ['a long header', `Name;${'y'.repeat(70_000)}\n1;2\n`, '64 KB'],
    ['an open quote in the header', '"Name;Ort\nA;B\n', 'Anführungszeichen'],
  ])('%s', async (_, content, reason) => {
    const before = process.memoryUsage().rss
    const { status, problem } = await send(content)
    expect(status).toBe(400)
    expect(problem.code).toBe('UNREADABLE_CSV')
    expect(problem.detail).toContain(reason)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })

  test('in English and French', async () => {
    expect((await send('%PDF', { language: 'en' })).problem.detail).toContain('It is a PDF.')
    expect((await send('%PDF', { language: 'fr' })).problem.detail).toContain('C’est un PDF.')
  })
})
