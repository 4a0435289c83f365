import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { importApi } from '#contract/contacts/imports'
import { emailAddressApi } from '#contract/contacts/parts'
import { testApp } from '../../../test/app.ts'
import { counts, importer, peopleCsv } from '../../../test/imports.ts'

const testing = await testApp()
const { appContext } = testing
const { admin, upload, start, work, run, rowsOf, rollBack, contact, howMany } = await importer(testing)

describe('the rollback of an import', () => {
  test('removes new contacts and restores changed ones, except those edited since', async () => {
    const made = await admin.call(contactApi.add, {
      body: { surname: 'Alt', emailAddresses: [{ address: 'alt@example.ch' }] },
    })
    const total = await howMany()
    const { id } = await run(
      'Nachname;Vorname;E-Mail;Telefon;Ort\n' +
        'Alt;Anna;alt@example.ch;044 555 06 06;Bern\n' +
        'Weg;W;weg@example.ch;;\nBleibt;B;bleibt@example.ch;;\nTeil;T;teil@example.ch;;\nGeteilt;G;geteilt@example.ch;;\n',
    )
    const [, , keeps, part, shared] = await rowsOf(id)
    const before = await contact(keeps?.contactRef)
    await admin.call(contactApi.update, {
      params: { id: before.id },
      body: { ...before, uidCheck: { value: '' }, eoriCheck: { value: '' }, remarks: 'bearbeitet' },
    })
    await admin.call(emailAddressApi.add, {
      params: { id: part?.contactRef ?? '' },
      body: { address: 'noch-eine@example.ch' },
    })
    await admin.call(contactApi.add, {
      body: {
        surname: 'Teilhaber',
        emailAddresses: [{ address: 'geteilt@example.ch', sharedByContactPersonRef: shared?.contactRef ?? '' }],
      },
    })
    const undone = await rollBack(id)
    expect(undone).toMatchObject({ state: 'ROLLED_BACK', undoTotal: 5, undone: 2, undoRefused: 3 })
    expect(undone.message).toBe(
      'Entfernte Kontakte: 1. Wieder im früheren Stand: 1. ' +
        'Nicht zurückgenommen, weil seither geändert oder verwendet: «B Bleibt», «G Geteilt», «T Teil».',
    )
    expect(await howMany()).toBe(total + 4)
    const restored = await contact(made.answer.id)
    const { version: _, updatedAtUtc: __, ...fields } = restored
    const { version: ___, updatedAtUtc: ____, ...fieldsBefore } = made.answer
    expect(fields).toEqual(fieldsBefore)
    const rows = await rowsOf(id)
    expect(rows.map(({ reason }) => reason.slice(0, 20))).toEqual([
      'Zurückgenommen.',
      'Zurückgenommen.',
      ...Array(3).fill('Nicht zurückgenommen'),
    ])
    expect(rows[1]?.contactRef).toBeNull()
    const found = await admin.call(contactApi.search, { body: { emailAddress: 'weg@example.ch' } })
    expect(found.answer.total).toBe(0)
    expect((await admin.call(importApi.rollBack, { params: { id } })).problem.code).toBe('IMPORT_STATE')
  })

  test('works for thousands of contacts and for two imports in a row', async () => {
    const total = await howMany()
    const first = await run('Nachname;E-Mail\nKette;kette@example.ch\n')
    const second = await run(`Nachname;E-Mail;Ort\nKette;kette@example.ch;Chur\n${'x;;\n'.repeat(1)}`)
    expect(counts(second)).toMatchObject({ changed: 1, created: 1 })
    const many = await run(peopleCsv(1200, 40_000))
    expect((await rollBack(many.id)).undone).toBe(1200)
    expect(await rollBack(second.id)).toMatchObject({ undone: 2, undoRefused: 0 })
    expect(await rollBack(first.id)).toMatchObject({ undone: 1, undoRefused: 0 })
    expect(await howMany()).toBe(total)
  })

  test('refuses a contact that was edited between two rows of the same import', async () => {
    const uploaded = await upload(
      `${peopleCsv(2000, 50_000)}Zusatz;Nachname;;;;;;zusatz@example.ch;;;;;\n`.replace(
        'person50000@example.ch',
        'zusatz@example.ch',
      ),
    )
    await start(uploaded)
    const stop = new AbortController()
    stop.abort()
    await work(uploaded.id, stop.signal)
    const [row] = await rowsOf(uploaded.id)
    await appContext.database.pool.query(
      `update contact set given_name = '', surname = '', version = version + 1 where id = $1`,
      [row?.contactRef],
    )
    await work(uploaded.id)
    expect(await rollBack(uploaded.id)).toMatchObject({ undone: 1999, undoRefused: 1 })
  })
})
