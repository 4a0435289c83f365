import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { contactDocumentApi } from '#contract/contacts/documents'
import { type EncounterType, encounterApi } from '#contract/contacts/encounters'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { templateApi } from '#contract/lists/templates'
import { flameApi } from '#contract/orders/flames'
import { roleApi } from '#contract/users/roles'
import { testApp } from '../../../test/app.ts'
import { flameFactory } from '../../../test/flames.ts'
import { mp3, recording } from '../../../test/mp3.ts'
import { inTransaction, systemActor } from '../../http/context.ts'
import { addEncounter } from './encounters.ts'

const { as, holding, appContext } = await testApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const admin = as('ADMIN')
type Caller = Pick<typeof admin, 'call'>

/** Returns the types of the encounters that all calls of a contact's timeline agree on. */
async function told(who: Caller, id: string) {
  const params = { id }
  const { encounters, total } = (await who.call(encounterApi.list, { params })).answer
  const ids = (await who.call(encounterApi.searchIds, { params, query: {} })).answer
  const { count } = (await who.call(encounterApi.count, { params })).answer
  const months = (await who.call(encounterApi.months, { params })).answer
  const figures = [total, ids.length, count, months.reduce((sum, month) => sum + month.count, 0)]
  expect(new Set(figures), JSON.stringify(figures)).toEqual(new Set([encounters.length]))
  return encounters.map(({ encounterType }) => encounterType).toSorted()
}

const addOf = (contactId: string, encounterType: EncounterType) =>
  inTransaction(appContext, systemActor(), (ctx) => addEncounter(ctx, contactId, { encounterType }))

describe('the timeline shows e-mails and flames only to users who may see them', () => {
  test('by their permissions', async () => {
    const flame = await buildFlame()
    const contactRef = flame.dossier.contactRef
    await as('USER').call(flameApi.archive, { params: { id: flame.id } })
    const mail = await addOf(contactRef, 'EMAIL_INCOMING')
    await as('USER').call(encounterApi.add, { params: { id: contactRef }, body: { encounterType: 'TASK' } })
    await as('USER').call(encounterApi.add, { params: { id: contactRef }, body: { encounterType: 'TELEPHONE' } })

    expect(await told(as('USER'), contactRef)).toEqual(['EMAIL_INCOMING', 'TASK', 'TASK', 'TELEPHONE'])
    expect(await told(as('TERMIN_USER'), contactRef)).toEqual(['TASK', 'TELEPHONE'])
    const reader = ['CONTACT_READ', 'CONTACT_DELETE', 'ENCOUNTER_READ'] as const
    expect(await told(await holding(...reader, 'FLAME_READ'), contactRef)).toEqual(['TASK', 'TASK', 'TELEPHONE'])
    expect(await told(await holding(...reader, 'EMAIL_READ'), contactRef)).toEqual([
      'EMAIL_INCOMING',
      'TASK',
      'TELEPHONE',
    ])

    expect((await as('TERMIN_USER').call(encounterApi.get, { params: { id: mail } })).status).toBe(404)
    const remover = await holding('CONTACT_READ', 'ENCOUNTER_READ', 'ENCOUNTER_DELETE')
    const params = { id: contactRef, encId: mail }
    expect((await remover.call(encounterApi.remove, { params })).status).toBe(404)
    expect((await as('USER').call(encounterApi.remove, { params })).status).toBe(204)
    expect((await remover.call(encounterApi.bin, { params: { id: contactRef } })).answer.encounters).toEqual([])
  })

  test('by the present users of the board', async () => {
    const roles = (await admin.call(roleApi.list, {})).answer
    const forAdmin = { assignedRoles: [roles.find(({ name }) => name === 'ADMIN')?.id ?? ''] }
    const [closed, open] = [await buildBoard(forAdmin), await buildBoard()]
    const contactRef = (await buildContact()).id
    const body = { contactRef, taskboardRef: closed.id, dossier: { certificateName: 'Geheimer Auftrag' } }
    const flame = (await admin.call(flameApi.add, { body })).answer
    await admin.call(flameApi.archive, { params: { id: flame.id } })
    expect(await told(admin, contactRef)).toEqual(['TASK'])
    expect(await told(as('USER'), contactRef)).toEqual([])

    const params = { id: flame.id }
    const back = (await admin.call(flameApi.revertArchived, { params })).answer
    await admin.call(flameApi.move, {
      params,
      body: { version: back.version, taskboardRef: open.id, step: open.steps[0]?.id ?? '' },
    })
    expect((await told(as('USER'), contactRef)).length).toBe((await told(admin, contactRef)).length)
  })
})

test('a contact in the bin and its parts are hidden from users who may not see the bin', async () => {
  const { id } = await buildContact()
  const entry = await addOf(id, 'TELEPHONE')
  await as('USER').call(contactApi.remove, { params: { id } })
  const statuses = async (who: Caller) => [
    (await who.call(contactApi.get, { params: { id } })).status,
    (await who.call(encounterApi.list, { params: { id } })).status,
    (await who.call(encounterApi.get, { params: { id: entry } })).status,
    (await who.call(contactDocumentApi.list, { params: { id } })).status,
  ]
  expect(await statuses(as('USER'))).toEqual([200, 200, 200, 200])
  expect(await statuses(as('TERMIN_USER'))).toEqual([404, 404, 404, 404])
})

test('an encounter in the bin and its recording are hidden from users who may not look there', async () => {
  const { id } = await buildContact()
  const file = recording(mp3(2))
  const memo = (await as('USER').call(encounterApi.addVoiceMemo, { params: { id }, file })).answer.id
  const statuses = async (who: Caller) => [
    (await who.call(encounterApi.get, { params: { id: memo } })).status,
    (await who.call(encounterApi.voiceMemo, { params: { id, encId: memo }, query: {} })).status,
  ]
  expect(await statuses(as('TERMIN_USER'))).toEqual([200, 200])
  await as('USER').call(encounterApi.remove, { params: { id, encId: memo } })
  expect(await statuses(as('USER'))).toEqual([200, 200])
  expect(await statuses(as('TERMIN_USER'))).toEqual([404, 404])
})

test('TERMIN_USER may neither export contacts nor list addresses, templates, documents and pictures', async () => {
  const statuses = async (who: Caller) => [
    (await who.call(contactApi.exportAsResult, { body: {}, query: {} })).status,
    (await who.call(contactApi.emails, { query: {} })).status,
    (await who.call(templateApi.list, {})).status,
    (await who.call(sharedDocumentApi.list, {})).status,
    (await who.call(imageGalleryApi.list, {})).status,
    (await who.call(contactDocumentApi.predefined, {})).status,
  ]
  expect(await statuses(as('USER'))).toEqual([200, 200, 200, 200, 200, 200])
  expect(await statuses(as('TERMIN_USER'))).toEqual([403, 403, 403, 403, 403, 403])
})
