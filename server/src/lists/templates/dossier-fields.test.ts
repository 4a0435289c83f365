import { describe, expect, test } from 'vitest'
import { languages } from '#contract/limits'
import { templateApi } from '#contract/lists/templates'
import { draftApi } from '#contract/mail/outgoing'
import { flameApi } from '#contract/orders/flames'
import { userApi } from '#contract/users/users'
import { flameFactory } from '../../../test/flames.ts'
import { outgoingApp } from '../../../test/outgoing.ts'
import { demoTemplates } from '../../demo/messages.ts'

const { as, user, send, sent, deliver, latest } = await outgoingApp()
const { buildBoard, buildContact, buildFlame } = flameFactory(as)
const admin = as('ADMIN')

const content =
  '<p>{{dossierPickup}}|{{dossierSelfPickup}}|{{dossierDelivery|addDays:2}}|{{dossierPickupPurchase}}|{{dossierPaymentPeriod}}</p><p>{{userSignature}}</p>'
const { id } = (
  await admin.call(templateApi.add, {
    body: { title: 'Lieferung', subject: 'Am {{dossierPickup}}', content, predefinedDocuments: [] },
  })
).answer
const fill = (body: object, who = user) => who.call(templateApi.fill, { params: { id }, body })
const dates = {
  pickupDate: '2031-11-30T23:00:00Z',
  selfPickupAt: '2031-12-02T08:30:00Z',
  deliveryDate: '2031-12-03T23:00:00Z',
  purchasePickupDate: '2031-12-04T23:00:00Z',
  paymentPeriod: '2031-12-30T23:00:00Z',
}

describe('a template with fields of the dossier', () => {
  test('is filled from the flame; a date at midnight has no time', async () => {
    const flame = await buildFlame({ dossier: dates })
    const { answer } = await fill({ contactRef: flame.dossier.contactRef, flameRef: flame.id })
    expect(answer.subject).toBe('Am 01.12.2031')
    expect(answer.content).toContain('<p>01.12.2031|02.12.2031 09:30|06.12.2031|05.12.2031|31.12.2031</p>')
    expect((await fill({ flameRef: flame.id })).answer).toEqual(answer)
    const preview = await admin.call(templateApi.preview, { body: { content, flameRef: flame.id } })
    expect(preview.answer.content).toContain('<p>01.12.2031|02.12.2031 09:30|')
    expect(preview.answer.samples).toEqual([])
  })

  test.each(demoTemplates)('of the demo, «$title», has no placeholder left once all dates are set', async (demo) => {
    const { document: _, ...written } = demo
    const { id: demoId } = (await admin.call(templateApi.add, { body: { ...written, predefinedDocuments: [] } })).answer
    for (const language of languages) {
      const contact = await buildContact({ language })
      const { id: flameRef } = await buildFlame({ contactRef: contact.id, dossier: dates })
      const filled = (await user.call(templateApi.fill, { params: { id: demoId }, body: { flameRef } })).answer
      // The signature stays a placeholder until the message is sent, so that it is the sender's.
      expect(filled.subject + filled.content.replace('{{userSignature}}', '')).not.toMatch(/[{}]/)
      const preview = (await admin.call(templateApi.preview, { body: { ...written, flameRef } })).answer
      expect(preview.subject + preview.content).not.toMatch(/[{}]/)
      expect(preview.samples).toEqual([])
    }
  })

  test('keeps the placeholders of missing values', async () => {
    const flame = await buildFlame({ dossier: { pickupDate: dates.pickupDate } })
    const { answer } = await fill({ flameRef: flame.id })
    expect(answer.content).toContain('<p>01.12.2031|{{dossierSelfPickup}}|{{dossierDelivery|addDays:2}}|')
    const preview = await admin.call(templateApi.preview, { body: { content, flameRef: flame.id } })
    expect(preview.answer.samples).toContain('dossierDelivery')
    expect(preview.answer.samples).not.toContain('dossierPickup')
  })

  test('refuses a flame of another contact or one hidden from the caller', async () => {
    const flame = await buildFlame({ dossier: dates })
    const other = await buildContact()
    const codeOf = ({ problem }: Awaited<ReturnType<typeof fill>>) => problem.errors?.[0]?.code
    expect(codeOf(await fill({ contactRef: other.id, flameRef: flame.id }))).toBe('flameOfOther')
    const { id: own = '' } =
      (await admin.call(userApi.list, {})).answer.find(({ username }) => username === 'ADMIN') ?? {}
    const board = await buildBoard({ assignedUsers: [own] })
    const body = { contactRef: other.id, taskboardRef: board.id }
    const hidden = (await admin.call(flameApi.add, { body })).answer
    expect((await fill({ flameRef: hidden.id }, admin)).status).toBe(200)
    expect(codeOf(await fill({ flameRef: hidden.id }))).toBe('unknownRef')
  })
})

describe('a message', () => {
  test('with unfilled placeholders is refused, unless sending is confirmed', async () => {
    const bodyAsHtml = '<p>Am {{dossierDelivery|addDays:2}}</p>'
    const { status, problem } = await send({ subject: 'Am {{dossierPickup}}', bodyAsHtml })
    expect([status, problem.code]).toEqual([409, 'OPEN_PLACEHOLDERS'])
    expect(problem.detail).toContain('{{dossierPickup}}, {{dossierDelivery|addDays:2}}')
    for (const message of [
      { subject: 'Am {{dossierPickup}}' },
      { subject: '{{userSignature}}' },
      { subject: '{{Hallo}}' },
      { bodyAsHtml: '<p>Guten Tag {{Hallo}}</p>' },
      { bodyAsHtml: '<p>{{<strong>dossierPickup</strong>}}</p>' },
    ]) {
      expect((await send(message)).problem.code).toBe('OPEN_PLACEHOLDERS')
    }
    const quote = '<blockquote><p>Am {{dossierDelivery}}</p></blockquote>'
    const parted = '<p>{{<strong>dossierPickup</strong>}}</p>'
    await sent({ subject: 'Am {{dossierPickup}}', bodyAsHtml: bodyAsHtml + parted + quote, withOpenPlaceholders: true })
    await deliver()
    const { mail } = await latest()
    expect(mail.subject).toBe('Am …')
    expect(mail.html).toContain(`<p>Am …</p><p>…</p>${quote}`)
  })

  test('can ask for the values of its placeholders', async () => {
    const flame = await buildFlame({ dossier: dates })
    const placeholders = [
      'dossierPickup',
      'dossierDelivery',
      'contactGivenName',
      'contactCompany',
      'nonsense',
      'userSignature',
    ]
    const values = async (about: object) =>
      (await user.call(templateApi.values, { body: { placeholders, ...about } })).answer.map(({ text }) => text)
    expect(await values({ flameRef: flame.id })).toEqual(['01.12.2031', '04.12.2031', 'Anna', null, null, null])
    expect(await values({})).toEqual([null, null, null, null, null, null])
  })

  test('attaches prints of its dossier, and is refused for an unknown flame', async () => {
    const flame = await buildFlame({ dossier: { language: 'FR' } })
    const draft = (await user.call(draftApi.add, { body: { flameRef: flame.id, prints: ['dossier'] } })).answer
    expect(draft.prints).toEqual(['dossier'])
    await sent({ flameRef: flame.id, prints: ['deliveryNote'], bodyAsHtml: '<p>Hallo</p>' })
    await deliver()
    const [print, ...others] = (await latest()).mail.attachments
    expect([print?.mimeType, others]).toEqual(['application/pdf', []])
    expect(print?.filename).toContain(flame.dossier.certificateName)
    for (const about of [{}, { flameRef: '01999999-0000-7000-8000-000000000000' }]) {
      expect((await send({ ...about, prints: ['dossier'] })).problem.errors?.[0]?.path).toContain('prints')
    }
  })

  test('may contain the signature and placeholders in quoted text', async () => {
    const quote = '<blockquote><blockquote><p>alt</p></blockquote><p>Am {{dossierDelivery}}</p></blockquote>'
    await sent({ bodyAsHtml: `<p>{ Hallo }</p><p>{{userSignature}}</p>${quote}` })
    expect((await send({ bodyAsHtml: `${quote}<p>{{dossierPickup}}</p>` })).problem.code).toBe('OPEN_PLACEHOLDERS')
  })

  test('keeps the flame in its draft', async () => {
    const flame = await buildFlame()
    const add = async (flameRef: string) => (await user.call(draftApi.add, { body: { flameRef } })).answer
    const draft = await add(flame.id)
    expect(draft.flameRef).toBe(flame.id)
    expect((await add('01999999-0000-7000-8000-000000000000')).flameRef).toBeNull()
    const { id: draftId, version } = draft
    const changed = await user.call(draftApi.update, {
      params: { id: draftId },
      body: { version, subject: 'Neu', flameRef: flame.id },
    })
    expect(changed.answer.flameRef).toBe(flame.id)
  })
})
