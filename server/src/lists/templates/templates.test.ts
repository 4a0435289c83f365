import { describe, expect, it } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { imageGalleryApi, sharedDocumentApi } from '#contract/lists/galleries'
import { emailSignatureApi, templateApi } from '#contract/lists/templates'
import { userApi } from '#contract/users/users'
import { testApp } from '../../../test/app.ts'
import { callAtOnce } from '../../../test/at-once.ts'

const { as, database } = await testApp()
const admin = as('ADMIN')

async function share(name: string): Promise<string> {
  const file = new File([`%PDF-1.7\n${name}`], name)
  const { answer } = await admin.call(sharedDocumentApi.upload, { file, body: {} })
  return answer.document?.documentRef ?? ''
}

const pixel = '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049454e44ae426082'
const pictureCalled = (name: string) => new File([new Uint8Array(Buffer.from(pixel, 'hex'))], name)

const offer = {
  title: 'Offerte',
  subject: 'Ihre Offerte vom {{currentDate}}',
  content: '<p>{{contactSalutation}}</p><p>Abholung am {{dossierPickup|addDays:2}}.</p>{{userSignature}}',
  predefinedDocuments: [],
}

describe('templates', () => {
  it('are added, listed for staff, changed by admins and removed', async () => {
    const script = '<script>alert(1)</script>'
    const added = await admin.call(templateApi.add, { body: { ...offer, content: offer.content + script } })
    expect(added.answer).toMatchObject(offer)
    const { id, version } = added.answer
    expect((await as('USER').call(templateApi.list, {})).answer).toMatchObject([{ id, title: 'Offerte' }])
    expect((await as('USER').call(templateApi.update, { params: { id }, body: { ...offer, version } })).status).toBe(
      403,
    )

    for (const content of ['&amp;'.repeat(100_001), `<p ${'a=b '.repeat(100_001)}>`]) {
      const { problem } = await admin.call(templateApi.add, { body: { ...offer, title: 'Zu viel', content } })
      expect(problem.errors).toMatchObject([{ path: 'content', code: 'tooMuchHtml' }])
    }

    const again = await admin.call(templateApi.add, { body: { ...offer, title: 'OFFERTE' } })
    expect(again.problem.code).toBe('TITLE_EXIST')

    const change = { ...offer, subject: 'Neu' }
    const changed = await admin.call(templateApi.update, { params: { id }, body: { ...change, version } })
    expect(changed.answer).toMatchObject({ subject: 'Neu', version: version + 1 })
    const stale = await admin.call(templateApi.update, { params: { id }, body: { ...offer, version } })
    expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { subject: 'Neu' } })

    expect((await admin.call(templateApi.remove, { params: { id } })).status).toBe(204)
    expect((await admin.call(templateApi.remove, { params: { id } })).problem.code).toBe('NOT_FOUND')
  })

  it('keep the gallery pictures they show, even when these are renamed', async () => {
    const file = pictureCalled('Grün (1).png')
    const { answer: uploaded } = await admin.call(imageGalleryApi.upload, { file, body: {} })
    const id = uploaded.document?.documentRef ?? ''
    const content = '<p>Ein <img src="/api/image-gallery/Gr%C3%BCn%20(1).png" alt="x" /> und</p>'
    const body = { title: 'Mit Bild', content: content.replace('Ein', '<img src="/api/image-gallery/anders.png" />') }
    const { answer: made } = await admin.call(templateApi.add, { body })
    const remove = () => admin.call(imageGalleryApi.remove, { params: { id } })
    expect((await remove()).problem).toMatchObject({ code: 'IN_USE', usedBy: [{ what: 'mail_template', count: 1 }] })

    const change = { version: 1, name: "Rot & 'neu'.png", documentClassification: null }
    expect((await admin.call(imageGalleryApi.update, { params: { id }, body: change })).status).toBe(200)
    const shown = (await admin.call(templateApi.list, {})).answer.find((one) => one.id === made.id)
    expect(shown).toMatchObject({
      version: 2,
      content: made.content.replace('Gr%C3%BCn%20(1).png', "Rot%20%26%20'neu'.png"),
    })

    const { answer: before } = await admin.call(emailSignatureApi.get, {})
    const signed = { version: before.version, content: shown?.content ?? '' }
    const { answer: signature } = await admin.call(emailSignatureApi.update, { body: signed })
    expect((await admin.call(templateApi.remove, { params: { id: made.id } })).status).toBe(204)
    expect((await remove()).problem.usedBy).toEqual([{ what: 'email_signature', count: 1 }])
    await admin.call(emailSignatureApi.update, { body: { version: signature.version, content: before.content } })
    expect((await remove()).status).toBe(204)
  })

  it('attach shared documents in their order, which cannot be removed while in use', async () => {
    const [terms, prices] = [await share('AGB.pdf'), await share('Preise.pdf')]
    const predefinedDocuments = [prices, terms, prices]
    const { answer: made } = await admin.call(templateApi.add, { body: { ...offer, predefinedDocuments } })
    expect(made.predefinedDocuments).toEqual([prices, terms])
    const remove = (id: string) => admin.call(sharedDocumentApi.remove, { params: { id } })
    expect((await remove(terms)).problem).toMatchObject({
      code: 'IN_USE',
      usedBy: [{ what: 'template_document', count: 1 }],
    })

    const params = { id: made.id }
    const { answer: changed } = await admin.call(templateApi.update, {
      params,
      body: { ...made, predefinedDocuments: [prices] },
    })
    expect(changed.predefinedDocuments).toEqual([prices])
    expect((await remove(terms)).status).toBe(204)
    for (const gone of [terms, '0198f000-0000-7000-8000-000000000001']) {
      const refused = await admin.call(templateApi.update, {
        params,
        body: { ...changed, predefinedDocuments: [prices, gone] },
      })
      expect(refused.problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'predefinedDocuments' }] })
    }
    expect((await admin.call(templateApi.remove, { params })).status).toBe(204)
    expect((await remove(prices)).status).toBe(204)
  })

  it('never attach a document that is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const document = await share(`Zugleich ${round}.pdf`)
      const title = `Zugleich ${round}`
      const [added, removed] = await Promise.all([
        admin.call(templateApi.add, { body: { ...offer, title, predefinedDocuments: [document] } }),
        admin.call(sharedDocumentApi.remove, { params: { id: document } }),
      ])
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([added.status, removed.status])
      if (added.status === 200) await admin.call(templateApi.remove, { params: { id: added.answer.id } })
    }
  })

  it('keep gallery pictures with special characters in their names', async () => {
    const name = encodeURIComponent("Luna's Glut (2).png")
    const content = `<img src="/api/image-gallery/${name}" alt="" /><img src="/api/image-gallery/../users" />`
    const { answer } = await admin.call(templateApi.add, { body: { ...offer, title: 'Bilder', content } })
    expect(answer.content).toBe(`<img src="/api/image-gallery/${name}" alt="" />`)
    await admin.call(templateApi.remove, { params: { id: answer.id } })
  })

  it('are refused with an unknown placeholder and its position', async () => {
    const { status, problem } = await admin.call(templateApi.add, {
      body: {
        ...offer,
        subject: 'Für {{wen}}',
        content: '<p>Guten Tag</p><p>Ihre {{kundennummer}} lautet</p><p>{{userName|addDays:1}}</p>',
      },
    })
    expect([status, problem.code]).toEqual([400, 'VALIDATION'])
    expect(problem.errors).toEqual([
      {
        path: 'subject',
        code: 'unknownPlaceholder',
        detail: 'Unbekannter Platzhalter «{{wen}}» in Zeile 1, bei «Für {{wen}}»',
      },
      {
        path: 'content',
        code: 'unknownPlaceholder',
        detail: 'Unbekannter Platzhalter «{{kundennummer}}» in Zeile 2, bei «Ihre {{kundennummer}} lautet»',
      },
      expect.objectContaining({ path: 'content', code: 'wrongOperator' }),
    ])
    expect((await admin.call(templateApi.list, {})).answer).toEqual([])
  })

  it('are refused when they would keep the server busy', async () => {
    for (const content of ['<div>'.repeat(300_000), '<'.repeat(2_000_000), 'a'.repeat(2_000_001)]) {
      const { status } = await admin.call(templateApi.add, { body: { ...offer, content } })
      expect(status).toBe(400)
    }
    const { problem } = await admin.call(templateApi.add, { body: { ...offer, content: '{{'.repeat(100_000) } })
    expect(problem.errors).toHaveLength(20)
  })

  it('are previewed with a real contact, and examples are marked', async () => {
    const { answer: contact } = await admin.call(contactApi.add, {
      query: {},
      body: { legalType: 'NATURAL', salutation: 'MS', givenName: 'Anna', surname: 'Bär & Co' },
    })
    const { answer } = await admin.call(templateApi.preview, { body: { ...offer, contactRef: contact.id } })
    expect(answer.subject).toMatch(/^Ihre Offerte vom \d\d\.\d\d\.\d{4}$/)
    expect(answer.content).toContain('<p>Sehr geehrte Frau Bär &amp; Co</p>')
    expect(answer.content).toMatch(/Abholung am \d\d\.\d\d\.\d{4} \(Beispiel\)\./)
    expect(answer.content).toContain('Freundliche Grüsse')
    expect(answer.samples).toEqual(['dossierPickup'])

    const nobody = await admin.call(templateApi.preview, { body: offer })
    expect(nobody.answer.samples).toEqual(['contactSalutation', 'dossierPickup'])
    const { problem } = await admin.call(templateApi.preview, {
      body: { ...offer, contactRef: '0198f000-0000-7000-8000-000000000009' },
    })
    expect(problem.code).toBe('NOT_FOUND')
  })
})

describe('the signature', () => {
  it('is rendered for the signed-in user', async () => {
    const { answer: me } = await as('USER').call(emailSignatureApi.own, {})
    expect(me.content).toBe('<p>Freundliche Grüsse</p><p><strong>USER</strong><br /><br /></p>')
  })

  it('is changed by admins, with placeholders of the user only', async () => {
    const { answer: before } = await admin.call(emailSignatureApi.get, {})
    const { version } = before
    const refused = await admin.call(emailSignatureApi.update, {
      body: { version, content: '<p>{{userSignature}}</p>' },
    })
    expect(refused.problem).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'content', code: 'placeholderNotHere' }],
    })

    const content = '<p>Gruss, {{userName}}</p>'
    expect((await admin.call(emailSignatureApi.update, { body: { version, content } })).status).toBe(200)
    expect((await as('USER').call(emailSignatureApi.own, {})).answer.content).toBe('<p>Gruss, USER</p>')
    expect((await as('TERMIN_USER').call(emailSignatureApi.own, {})).status).toBe(403)
    const stale = await admin.call(emailSignatureApi.update, { body: { version, content } })
    expect(stale.problem).toMatchObject({ code: 'STALE_VERSION', current: { content } })

    const { answer: users } = await admin.call(userApi.list, {})
    const userRef = users.find(({ username }) => username === 'USER')?.id ?? ''
    const preview = await admin.call(emailSignatureApi.preview, { body: { content: '{{userName}}<script>', userRef } })
    expect(preview.answer.content).toBe('USER')
  })
})

it('a template saved while its picture is renamed or deleted shows the new name or keeps the picture', async () => {
  const { answer: uploaded } = await admin.call(imageGalleryApi.upload, { file: pictureCalled('alt.png'), body: {} })
  const params = { id: uploaded.document?.documentRef ?? '' }
  const add = (name: string) => () =>
    admin.call(templateApi.add, {
      body: { ...offer, title: name, content: `<img src="/api/image-gallery/${name}" alt="" />` },
    })
  const body = { version: 1, name: 'neu.png', documentClassification: null }
  const [added, renamed] = await callAtOnce(database, add('alt.png'), () =>
    admin.call(imageGalleryApi.update, { params, body }),
  )
  expect([added.status, renamed.status]).toEqual([200, 200])
  const { answer: templates } = await admin.call(templateApi.list, {})
  expect(templates.find(({ id }) => id === added.answer.id)?.content).toContain('neu.png')
  await admin.call(templateApi.remove, { params: { id: added.answer.id } })
  const [, removed] = await callAtOnce(database, add('neu.png'), () => admin.call(imageGalleryApi.remove, { params }))
  expect(removed.problem?.code).toBe('IN_USE')
})
