import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { contactDocumentApi } from '#contract/contacts/documents'
import { testApp } from '../../test/app.ts'
import { contactFactory } from '../../test/contacts.ts'
import { toldDuring } from '../../test/told.ts'
import { checkFiles } from './check.ts'
import { readFiles, repairFileTexts } from './texts.ts'

const { as, database, appContext } = await testApp()
const newContact = contactFactory(as)
const admin = as('ADMIN')
const signal = new AbortController().signal

async function stored(content: Buffer | string, name: string) {
  const { id } = await newContact()
  const file = new File([new Uint8Array(Buffer.from(content))], name)
  const { answer } = await admin.call(contactDocumentApi.upload, { params: { id }, file })
  expect(answer.result, answer.detail).toBe('OK')
  const { rows } = await sql<{ hash: string }>`
    select file_hash as hash from contact_document_version where document_id = ${answer.document?.id}`.execute(
    database.kysely,
  )
  return { contact: id, document: answer.document?.id ?? '', hash: rows[0]?.hash ?? '' }
}

async function textsOf(hash: string) {
  const { rows } = await sql<{ text: string | null; search: string; tries: number }>`
    select text, search, tries from file_text where hash = ${hash}`.execute(database.kysely)
  return rows[0]
}

const pdf = (text: string) => {
  const document = new PDFDocument()
  const bytes = buffer(document)
  document.text(text)
  document.addPage().text('Seite zwei: Funkenschutz')
  document.end()
  return bytes
}

function docx(text: string): Promise<Buffer> {
  const file = new ZipFile()
  file.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml')
  file.addBuffer(Buffer.from(`<w:p><w:t>${text}</w:t></w:p>`), 'word/document.xml')
  file.end()
  return buffer(file.outputStream)
}

test.each([
  ['a PDF', 'a.pdf', () => pdf('Offerte 4711 für Müller'), 'Offerte 4711 für Müller Seite zwei: Funkenschutz'],
  ['a Word file', 'a.docx', () => docx('Grillplatte aus Corten'), 'Grillplatte aus Corten'],
  [
    'a mail',
    'a.eml',
    async () => 'From: Anna <a@example.ch>\r\nTo: b@example.ch\r\nSubject: Holzlege\r\n\r\nBitte liefern\r\n',
    'Holzlege Anna <a@example.ch> b@example.ch Bitte liefern',
  ],
  ['a text', 'a.txt', async () => 'Zeile eins\n\n  Zeile zwei ', 'Zeile eins Zeile zwei'],
  ['what only says that it is a PDF', 'b.pdf', async () => '%PDF-1.4 und nichts weiter', ''],
])('the text of %s is read once', async (_, name, content, text) => {
  const { hash } = await stored(await content(), name)
  expect(await textsOf(hash)).toEqual({ text: null, search: '', tries: 0 })
  await readFiles(appContext, {}, signal)
  expect(await textsOf(hash)).toMatchObject({ text, tries: 1 })
  await readFiles(appContext, {}, signal)
  expect(await textsOf(hash)).toMatchObject({ tries: 1 })
})

test('the search text has each word once and is limited in length', async () => {
  const { hash } = await stored(`Müller müller Corten corten\n${'wort '.repeat(60_000)}Ende`, 'lang.txt')
  await readFiles(appContext, {}, signal)
  const read = await textsOf(hash)
  expect(read?.search).toBe(' corten muller wo wort corten mueller wo wort')
  expect(read?.text).toHaveLength(100_000)
})

test('a read file is told once to searches', async () => {
  await stored('Ein Funkenschutz', 'gelesen.txt')
  const read = () => readFiles(appContext, {}, signal)
  expect((await toldDuring(database, read)).told).toEqual(['fileText'])
  expect((await toldDuring(database, read)).told).toEqual([])
})

test('unread files without a job get one, except those that failed too often', async () => {
  const { hash } = await stored('Von früher', 'frueher.txt')
  await sql`delete from graphile_worker._private_jobs`.execute(database.kysely)
  const jobs = async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs`.execute(database.kysely)
    return rows.length
  }
  await repairFileTexts(appContext)
  await repairFileTexts(appContext)
  expect(await jobs()).toBe(1)
  await sql`delete from graphile_worker._private_jobs`.execute(database.kysely)
  await sql`update file_text set tries = 3 where hash = ${hash}`.execute(database.kysely)
  await repairFileTexts(appContext)
  expect(await jobs()).toBe(0)
  await readFiles(appContext, {}, signal)
  expect(await textsOf(hash)).toMatchObject({ text: null })
})

test('a text that cannot be written or fetched does not delay the others', async () => {
  const kept: Awaited<ReturnType<typeof stored>>[] = []
  for (const number of [1, 2, 3, 4, 5]) kept.push(await stored(`Nummer ${number}`, `${number}.txt`))
  const [unwritable, gone, ...others] = kept.map(({ hash }) => hash).sort()
  await sql`
    create function refuse_text() returns trigger language plpgsql as $$ begin
      if new.hash = ${sql.lit(unwritable)} and new.text is not null then raise exception 'cannot be written'; end if;
      return new;
    end $$`.execute(database.kysely)
  await sql`create trigger refuse before update on file_text for each row execute function refuse_text()`.execute(
    database.kysely,
  )
  const { files } = appContext.services
  const open: typeof files.open = async (hash, range) => {
    if (hash === gone) throw new Error('cannot be read')
    return files.open(hash, range)
  }
  const broken = { ...appContext, services: { ...appContext.services, files: { ...files, open } } }
  await expect(readFiles(broken, {}, signal)).rejects.toThrow('cannot be written')
  for (const hash of others) expect(await textsOf(hash)).toMatchObject({ text: expect.stringContaining('Nummer') })
  expect(await textsOf(gone ?? '')).toMatchObject({ text: null, tries: 0 })
  await sql`drop trigger refuse on file_text`.execute(database.kysely)
  await readFiles(appContext, {}, signal)
  for (const { hash } of kept) expect(await textsOf(hash)).toMatchObject({ text: expect.stringContaining('Nummer') })
})

test('the text is removed together with its file', async () => {
  const { hash, contact, document } = await stored('Geht wieder', 'geht.txt')
  await readFiles(appContext, {}, signal)
  await admin.call(contactDocumentApi.remove, { params: { id: contact, attId: document } })
  await sql`delete from contact_document where id = ${document}`.execute(database.kysely)
  await sql`update stored_file set touched_at = now() - interval '2 days' where hash = ${hash}`.execute(database.kysely)
  await checkFiles(appContext, {}, signal)
  expect(await textsOf(hash)).toBeUndefined()
})

test('two jobs at once read each file once', async () => {
  const all = await Promise.all(
    ['eins', 'zwei', 'drei', 'vier'].map((word) => stored(`Gleichzeitig ${word}`, `${word}.txt`)),
  )
  await Promise.all([readFiles(appContext, {}, signal), readFiles(appContext, {}, signal)])
  for (const { hash } of all) expect(await textsOf(hash)).toMatchObject({ tries: 1 })
})
