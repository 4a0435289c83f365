import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contactDocumentApi } from '#contract/contacts/documents'
import { omnisearchApi } from '#contract/overview/omnisearch'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { emailFactory } from '../../../test/emails.ts'
import { readFiles } from '../../files/texts.ts'

const app = await testApp()
const { as, database, appContext } = app
const newContact = contactFactory(as)
const { buildEmail } = emailFactory(app)
type Role = Parameters<typeof as>[0]

const read = () => readFiles(appContext, {}, new AbortController().signal)
async function upload(contact: string, name: string, content: string, classification?: string): Promise<string> {
  const { answer } = await as('ADMIN').call(contactDocumentApi.upload, {
    params: { id: contact },
    file: new File([content], name),
    body: classification ? { classification } : {},
  })
  expect(answer.result, answer.detail).toBe('OK')
  return answer.document?.id ?? ''
}
const search = async (searchTerm: string, role: Role = 'USER') =>
  (await as(role).call(omnisearchApi.search, { query: { searchTerm } })).answer

test('a document is found by its present text and its name, not by the text of a former version', async () => {
  const contact = (await newContact({ surname: 'Schrift' })).id
  const document = await upload(contact, 'Offerte Müllheim.txt', 'Ein Feuerring mit Funkenschutzhaube')
  expect(await search('funkenschutzhaube')).toEqual([])
  await read()
  expect(await search('funkenschutzhaube')).toEqual([
    expect.objectContaining({
      id: document,
      searchType: 'CONTACT_ATTACHMENT',
      title: 'Offerte Müllheim.txt',
      contactRef: contact,
      contactName: 'Anna Schrift',
      matched: { field: 'FILE_TEXT', text: 'Ein Feuerring mit Funkenschutzhaube' },
    }),
  ])
  // One word is in the name, the other in the text.
  for (const term of ['muellheim feuerring', 'FUNKENSCHUTZ offerte']) {
    expect(
      (await search(term)).map(({ id }) => id),
      term,
    ).toEqual([document])
  }
  await upload(contact, 'Offerte Müllheim.txt', 'Ein Grillrost')
  await read()
  expect(await search('funkenschutzhaube')).toEqual([])
  expect((await search('grillrost')).map(({ id }) => id)).toEqual([document])
})

test('a hit in a long text shows the words with their context', async () => {
  const contact = (await newContact()).id
  await upload(
    contact,
    'lang.txt',
    `${'Blabla über dies und das. '.repeat(2000)} Der Würfelsockel ist rostig. ${'Ende. '.repeat(500)}`,
  )
  await read()
  const [hit] = await search('wuerfelsockel rostig')
  expect(hit?.matched.text).toMatch(/^… .*Der Würfelsockel ist rostig\. Ende\..* …$/)
})

test('a hit in a long text shows the exact match, not a similar word', async () => {
  const contact = (await newContact()).id
  const far = 'Blabla über dies und das. '.repeat(2000)
  await upload(contact, 'kurz.txt', `Aqz am Anfang. ${far} Der Typ QZ passt.`)
  await upload(contact, 'sign.txt', `Die Äb’xy am Anfang. ${far} Die Aeb-Xy passt.`)
  await read()
  const shown = async (term: string) => (await search(term)).map(({ matched }) => matched)
  expect(await shown('qz typ')).toEqual([{ field: 'FILE_TEXT', text: expect.stringMatching(/Der Typ QZ passt\.$/) }])
  expect(await shown('äb-xy')).toEqual([{ field: 'FILE_TEXT', text: expect.stringMatching(/Die Aeb-Xy passt\.$/) }])
})

test('an attachment is found by name and text, and the hit is its e-mail', async () => {
  const attachments = [
    {
      name: 'Bauplan Alpenblick.txt',
      mimeType: 'text/plain',
      content: 'Massstab eins zu zwanzig, Kote Terrassenkante',
    },
    { name: 'Beilage.txt', mimeType: 'text/plain', content: 'Auch hier die Terrassenkante' },
    { name: 'alpenblick-logo.png', mimeType: 'image/png', content: 'x', inline: true },
  ]
  const email = await buildEmail({ subject: 'Unser Garten', attachments })
  await read()
  const found = async (term: string) =>
    (await search(term)).map(({ searchType, id, matched }) => [searchType, id, matched.field])
  expect(await found('terrassenkante')).toEqual([['EMAIL', email, 'FILE_TEXT']])
  expect(await found('alpenblick')).toEqual([['EMAIL', email, 'FILE_NAME']])
  // One word each of the subject, the name and the text; the text also contains the name.
  expect(await found('garten bauplan massstab')).toEqual([['EMAIL', email, 'FILE_TEXT']])
  expect(await found('alpenblick-logo')).toEqual([])
  expect(await search('terrassenkante', 'TERMIN_USER')).toEqual([])
})

test('a hidden document is not found by its text and does not displace visible hits', async () => {
  const { rows } = await sql<{ id: string }>`
    with added as (insert into document_classification (title) values ('Geheim') returning id)
    insert into document_classification_role (owner_id, role_id)
    select added.id, role.id from added, role where role.name = 'ADMIN' returning owner_id as id`.execute(
    database.kysely,
  )
  const contact = (await newContact()).id
  const open = await upload(contact, 'offen.txt', 'Lieferantenrabatt im Freien')
  const secret = await upload(contact, 'geheim.txt', 'Lieferantenrabatt im Geheimen', rows[0]?.id)
  await read()
  expect((await search('lieferantenrabatt')).map(({ id }) => id)).toEqual([open])
  expect((await search('lieferantenrabatt', 'ADMIN')).map(({ id }) => id).sort()).toEqual([open, secret].sort())
  // More hidden hits than are ranked.
  await sql`
    with made as (
      insert into contact_document (contact_id, name, classification_id)
      select ${contact}, 'geheim ' || n, ${rows[0]?.id} from generate_series(1, 1100) n returning id)
    insert into contact_document_version (document_id, number, mime_type, size_byte, file_hash)
    select made.id, 1, 'text/plain', 1, v.file_hash from made, contact_document_version v where v.document_id = ${secret}`.execute(
    database.kysely,
  )
  expect((await search('lieferantenrabatt')).map(({ id }) => id)).toEqual([open])
  const counts = (await as('USER').call(omnisearchApi.page, { query: { searchTerm: 'lieferantenrabatt' } })).answer
    .counts
  expect(counts).toEqual([{ searchType: 'CONTACT_ATTACHMENT', count: 1, more: false }])
  const ofAdmin = (await as('ADMIN').call(omnisearchApi.page, { query: { searchTerm: 'geheimen' } })).answer.counts
  expect(ofAdmin).toEqual([{ searchType: 'CONTACT_ATTACHMENT', count: 1000, more: true }])
})
