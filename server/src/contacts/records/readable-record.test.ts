import { expect, test } from 'vitest'
import { contactDocumentApi } from '#contract/contacts/documents'
import { contactRecordApi } from '#contract/contacts/records'
import { classificationApi } from '#contract/lists/document-classifications'
import { emailApi } from '#contract/mail/inbox'
import { flameApi } from '#contract/orders/flames'
import type { Permission } from '#contract/permissions'
import { commentApi } from '#contract/together/comments'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { customRoles } from '../../../test/custom-role.ts'
import { emailFactory } from '../../../test/emails.ts'
import { encounterFactory } from '../../../test/encounters.ts'
import { flameFactory } from '../../../test/flames.ts'
import { unzip } from '../../../test/unzip.ts'

const testing = await testApp()
const { as, database } = testing
const admin = as('ADMIN')
const user = as('USER')
const somebodyWith = customRoles(testing)
const { buildContact, buildBoard } = flameFactory(as)
const { buildEmail } = emailFactory(testing)
const encounters = encounterFactory(as)

/** Builds a contact with an entry of every kind that not every user may see. */
async function wholeContact() {
  const { id } = await buildContact({ remarks: 'Offenes' })
  const adminId = (await admin.call(userApi.list, {})).answer.find(({ username }) => username === 'ADMIN')?.id ?? ''
  const { answer: secret } = await admin.call(classificationApi.add, {
    body: { title: `Nur Leitung ${id}`, assignedUsers: [adminId], assignedRoles: [] },
  })
  const upload = (name: string, classification: string | null) =>
    admin.call(contactDocumentApi.upload, {
      params: { id },
      file: new File([`Inhalt von ${name}`], name),
      body: { classification } as never,
    })
  await upload('Kalkulation.txt', secret.id)
  await upload('Vertrag.txt', null)
  await encounters.add(id, { title: 'Gespräch' })
  await user.call(commentApi.add, { params: { id }, body: { text: 'Bemerkt' } })
  const { answer: taken } = await user.call(commentApi.add, { params: { id }, body: { text: 'Zurückgenommen' } })
  await user.call(commentApi.remove, { params: { id: taken.id } })
  const email = await buildEmail({ subject: 'Anliegen' })
  await user.call(emailApi.linkToContact, { params: { id: email }, query: { contactRef: id } })
  await user.call(commentApi.add, { params: { id: email }, body: { text: 'Zur Mail' } })
  const board = await buildBoard({ assignedUsers: [adminId] })
  const dossier = { contactRef: id, taskboardRef: board.id, dossier: { notes: 'Abmachung' } }
  expect((await admin.call(flameApi.add, { body: dossier })).status).toBe(200)
  return id
}

async function archiveFor(caller: Pick<typeof admin, 'call'>, id: string) {
  const { response, status } = await caller.call(contactRecordApi.archive, { params: { id } })
  expect(status).toBe(200)
  const files = unzip(response.rawPayload)
  return {
    text: [...files].flat().join('\n'),
    leftOut: JSON.parse(files.get('inhalt.json') ?? 'null').leftOut as string[],
    tables: new Set([...files].filter(([, content]) => content !== '[]\n').map(([name]) => name)),
  }
}

const secrets = ['Kalkulation', 'Vertrag', 'Gespräch', 'Bemerkt', 'Zurückgenommen', 'Anliegen', 'Zur Mail', 'Abmachung']

test('the record of a contact holds what its reader may see and names the tables with omissions', async () => {
  const id = await wholeContact()
  const whole = await archiveFor(admin, id)
  for (const word of secrets) expect(whole.text).toContain(word)
  expect(whole.leftOut).toEqual([])

  const shown = async (...permissions: Permission[]) => {
    const reader = await somebodyWith('GENERAL_ADMIN_FUNCTIONS', 'CONTACT_READ', ...permissions)
    const { text, leftOut } = await archiveFor(reader, id)
    expect(text).toContain('Offenes')
    return { words: secrets.filter((word) => text.includes(word)), leftOut }
  }
  expect(await shown()).toEqual({
    words: [],
    leftOut: expect.arrayContaining(['comment', 'contact_document', 'dossier', 'email', 'encounter', 'history']),
  })
  expect((await shown('READ_CONTACT_DOCUMENTS')).words).toEqual(['Vertrag'])
  expect((await shown('READ_COMMENTS')).words).toEqual(['Bemerkt'])
  expect((await shown('READ_COMMENTS', 'EMAIL_READ')).words).toEqual(['Bemerkt', 'Anliegen', 'Zur Mail'])
  expect((await shown('ENCOUNTER_READ')).words).toContain('Gespräch')
  expect((await shown('FLAME_READ')).words).toEqual([])
})

test('the record leaves out drafts of other users and tables without a rule', async () => {
  const { id } = await buildContact()
  await database.pool.query(`
    create table later_note (id uuid primary key default uuid_v7(), contact_id uuid references contact on delete cascade, text text);
    insert into later_note (contact_id, text) values ('${id}', 'Späteres');
    insert into email_draft (owner_id, contact_id, content)
    select id, '${id}', '{"subject": "Entwurf"}' from app_user where username = 'USER'`)
  const reader = await somebodyWith('GENERAL_ADMIN_FUNCTIONS', 'CONTACT_READ', 'EMAIL_READ', 'EMAIL_CREATE')
  const { text, leftOut } = await archiveFor(reader, id)
  expect(text).not.toMatch(/Entwurf|Späteres/)
  expect(leftOut).toEqual(['email_draft', 'later_note'])
})

test('the record needs the right to read contacts', async () => {
  const { id } = await buildContact()
  const reader = await somebodyWith('GENERAL_ADMIN_FUNCTIONS')
  expect((await reader.call(contactRecordApi.archive, { params: { id } })).problem.code).toBe('FORBIDDEN')
})
