import { describe, expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { namingTables } from '#contract/errors'
import { lockedPickupDateApi, masterData, productApi } from '#contract/lists/master-data'
import { testApp } from '../../../test/app.ts'
import { referencesTo } from '../../db/references.ts'
import { productTable, tables } from './master-data.ts'

const { as, database, app, sessionOf } = await testApp()
const admin = as('ADMIN')

const slot = { weekday: 'MONDAY', startTime: '08:00', endTime: '09:30', capacity: 2, validFrom: '2026-01-01' } as const
const dimensions = { widthInCm: '120', heightInCm: '15.50', depthInCm: '80', weightInKg: '22.125' }

/** For each list a valid body, and one that is rejected with the field at fault. */
const examples = {
  sectors: { good: { title: 'Gastro' }, bad: { title: ' ' }, field: 'title' },
  warehouses: { good: { title: 'Bülach' }, bad: { title: 'x'.repeat(256) }, field: 'title' },
  forwardingAgencies: { good: { title: 'Camion AG' }, bad: {}, field: 'title' },
  deliveryConditions: { good: { title: 'Ab Werk', titleEn: 'Ex works' }, bad: { titleEn: 'x' }, field: 'title' },
  paymentConditions: { good: { title: '30 Tage netto' }, bad: { title: 5 }, field: 'title' },
  pallets: { good: dimensions, bad: { ...dimensions, widthInCm: '0' }, field: 'widthInCm' },
  predefinedTimeSlots: { good: slot, bad: { ...slot, endTime: '08:00' }, field: 'endTime' },
  holidayRegions: { good: { region: 'CH_ZH', closesYard: true }, bad: { region: 'CH_XX' }, field: 'region' },
  timeSlotExceptions: { good: { day: '2026-12-24' }, bad: { day: '24.12.2026' }, field: 'day' },
  pickupLimits: { good: { maxCrates: 40, maxWeightInKg: '2500' }, bad: {}, field: 'maxCrates' },
  absenceEmails: {
    good: { subject: 'Ferien', text: 'Bin weg.', validFrom: '2026-07-01' },
    bad: { subject: 'Ferien', text: 'Bin weg.', validFrom: '2026-07-01', validUntil: '2026-06-30' },
    field: 'validUntil',
  },
}

// Only administrators read the tables of calculations, which hold purchase prices; they are tested with that slice.
const listsOfStaff = Object.keys(examples) as (keyof typeof examples)[]

describe.each(listsOfStaff)('%s', (name) => {
  const api = masterData[name]
  const { good, bad, field } = examples[name]

  test('is added, changed by the first of two people, and removed', async () => {
    const added = await admin.call(api.add, { body: good as never })
    expect(added.answer).toMatchObject({ ...good, version: 1 })
    const { id } = added.answer
    const changed = await admin.call(api.update, { params: { id }, body: { ...good, version: 1 } as never })
    expect(changed.answer).toMatchObject({ id, version: 2 })
    const late = await admin.call(api.update, { params: { id }, body: { ...good, version: 1 } as never })
    expect(late.problem).toMatchObject({ code: 'STALE_VERSION', by: 'ADMIN', current: { id, version: 2 } })
    expect((await as('USER').call(api.list, {})).answer).toContainEqual(changed.answer)
    expect((await admin.call(api.remove, { params: { id } })).status).toBe(204)
    expect((await admin.call(api.remove, { params: { id } })).status).toBe(404)
  })

  test('refuses an invalid value and names its field', async () => {
    const { problem } = await admin.call(api.add, { body: bad as never })
    expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path: field }] })
  })

  test('is read by staff and changed by admins only', async () => {
    expect((await as('USER').call(api.add, { body: good as never })).status).toBe(403)
    expect((await as('TERMIN_API').call(api.list, {})).status).toBe(403)
    expect((await as(null).call(api.list, {})).status).toBe(401)
  })
})

test('titles are unique regardless of case', async () => {
  await admin.call(masterData.warehouses.add, { body: { title: 'Zürich' } })
  const { status, problem } = await admin.call(masterData.warehouses.add, { body: { title: 'ZÜRICH' } })
  expect([status, problem.code]).toEqual([409, 'TITLE_EXIST'])
})

test.each([
  ['holidayRegions', { region: 'CH_GE' }, 'region'],
  ['pickupLimits', { maxCrates: 5 }, 'forwardingAgencyId'],
  ['timeSlotExceptions', { day: '2031-12-24' }, 'day'],
] as const)('a second equal entry of %s is refused at the field that identifies it', async (name, body, path) => {
  const api = masterData[name]
  await admin.call(api.add, { body: body as never })
  const { problem } = await admin.call(api.add, { body: body as never })
  expect(problem).toMatchObject({ code: 'VALIDATION', errors: [{ path, code: 'entryExists' }] })
})

test('a pallet is titled by its description or else its size, and figures stay exact', async () => {
  const { answer } = await admin.call(masterData.pallets.add, { body: dimensions })
  expect(answer).toMatchObject({ title: '120 × 80 × 15.5', heightInCm: '15.50', weightInKg: '22.125' })
  const body = { ...answer, description: 'Europalette' }
  expect((await admin.call(masterData.pallets.update, { params: { id: answer.id }, body })).answer.title).toBe(
    'Europalette',
  )
})

test('time slots are sorted by weekday and time', async () => {
  for (const [weekday, startTime] of [
    ['FRIDAY', '08:00'],
    ['TUESDAY', '08:30'],
    ['TUESDAY', '07:00'],
  ] as const) {
    await admin.call(masterData.predefinedTimeSlots.add, { body: { ...slot, weekday, startTime } })
  }
  const { answer } = await admin.call(masterData.predefinedTimeSlots.list, {})
  expect(answer.map((one) => `${one.weekday} ${one.startTime}`)).toEqual([
    'TUESDAY 07:00',
    'TUESDAY 08:30',
    'FRIDAY 08:00',
  ])
})

test('invisible characters and line breaks are removed from a title', async () => {
  const add = (title: string) => admin.call(masterData.warehouses.add, { body: { title } })
  expect((await add('La\u202eger\u0007 \n\tSüd\u200b')).answer.title).toBe('Lager Süd')
  expect((await add('Lager Su\u0308d')).problem.code).toBe('TITLE_EXIST')
  expect((await add('\u200b\u202e')).problem.errors).toMatchObject([{ path: 'title', code: 'required' }])
  expect((await add('Halle 👨‍👩‍👧')).answer.title).toBe('Halle 👨‍👩‍👧')
  expect((await add('a\0b')).problem.code).toBe('VALIDATION')
})

test('a measure that is too large, too small or too precise is refused with its reason', async () => {
  const body = { widthInCm: '1234567', heightInCm: '0', depthInCm: '1.1234567', weightInKg: '-1' }
  const { problem } = await admin.call(masterData.pallets.add, { body })
  expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual([
    ['widthInCm', 'max'],
    ['heightInCm', 'min'],
    ['depthInCm', 'scale'],
    ['weightInKg', 'min'],
  ])
})

test('a day outside the years 1800 to 2499 is refused', async () => {
  for (const lockedAt of ['0001-01-01', '1799-12-31', '2500-01-01', '9999-12-31']) {
    const { problem } = await admin.call(lockedPickupDateApi.add, { body: { lockedAt } })
    expect(problem.errors, lockedAt).toMatchObject([{ path: 'lockedAt', code: 'date' }])
  }
})

describe('a row that is in use', () => {
  test('is described in words for every table that can refer to it', async () => {
    const lists = [...Object.values(tables), productTable].map(({ name }) => name)
    const others = ['document_classification', 'library_document', 'blackboard', 'blackboard_step'] as const
    for (const table of [...lists, ...others]) {
      const references = await referencesTo(database.kysely, table)
      const naming = references.filter(({ onRemove }) => onRemove === 'fail').map((one) => one.table)
      expect(namingTables, table).toEqual(expect.arrayContaining(naming))
    }
  })

  test('is refused for removal with its uses, and can be replaced everywhere', async () => {
    const pallet = (await admin.call(masterData.pallets.add, { body: dimensions })).answer
    const other = (await admin.call(masterData.pallets.add, { body: { ...dimensions, widthInCm: '60' } })).answer
    const body = { title: 'Feuerring Luna', possiblePallet: pallet.id, weightInKg: '45.5', mainProduct: true }
    const product = (await admin.call(productApi.add, { body })).answer
    expect(Object.keys(product)).toEqual(['id'])

    const refused = await admin.call(masterData.pallets.remove, { params: { id: pallet.id } })
    expect(refused.problem).toMatchObject({ code: 'IN_USE', usedBy: [{ what: 'product', count: 1 }] })
    const params = { id: pallet.id, otherId: other.id }
    expect((await admin.call(masterData.pallets.replace, { params })).answer).toEqual({ replaced: 1 })
    const [saved] = (await admin.call(productApi.list, {})).answer
    expect(saved).toMatchObject({ possiblePallet: other.id, version: 2, kind: 'PRODUCT', onsale: true })
    expect((await admin.call(masterData.pallets.remove, { params: { id: pallet.id } })).status).toBe(204)
    const itself = { id: other.id, otherId: other.id }
    expect((await admin.call(masterData.pallets.replace, { params: itself })).problem.code).toBe('VALIDATION')
  })

  test('by a contact is refused for removal', async () => {
    const sector = (await admin.call(masterData.sectors.add, { body: { title: 'Hotel' } })).answer
    await admin.call(contactApi.add, { body: { surname: 'Beispiel', sectorRef: sector.id } })
    const { problem } = await admin.call(masterData.sectors.remove, { params: { id: sector.id } })
    expect(problem.usedBy).toEqual([{ what: 'contact', count: 1 }])
  })

  test('an unknown pallet is refused at its field', async () => {
    const possiblePallet = '01900000-0000-7000-8000-000000000000'
    const { problem } = await admin.call(productApi.add, { body: { title: 'Nirgends', possiblePallet } })
    expect(problem.errors).toMatchObject([{ path: 'possiblePallet', code: 'unknownRef' }])
  })
})

test('a pickup date can be locked once and unlocked again', async () => {
  const { answer } = await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2026-12-24' } })
  const again = await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2026-12-24' } })
  expect([again.status, again.problem.code]).toEqual([409, 'PICKUP_DATE_EXIST'])
  await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2026-08-01' } })
  const dates = (await as('USER').call(lockedPickupDateApi.list, {})).answer.map(({ lockedAt }) => lockedAt)
  expect(dates).toEqual(['2026-08-01', '2026-12-24'])
  expect((await admin.call(lockedPickupDateApi.remove, { params: { id: answer.id } })).status).toBe(204)
  expect((await admin.call(lockedPickupDateApi.remove, { params: { id: answer.id } })).status).toBe(404)
  expect((await admin.call(lockedPickupDateApi.add, { body: { lockedAt: '2026-02-30' } })).status).toBe(400)
  expect((await as('USER').call(lockedPickupDateApi.add, { body: { lockedAt: '2026-12-25' } })).status).toBe(403)
})

test('every change is in the history', async () => {
  const { answer } = await admin.call(masterData.sectors.add, { body: { title: 'Spuren' } })
  await admin.call(masterData.sectors.update, { params: { id: answer.id }, body: { title: 'Spur', version: 1 } })
  const { rows } = await database.pool.query('select action, changes from history where entity_id = $1 order by id', [
    answer.id,
  ])
  expect(rows).toEqual([
    { action: 'CREATED', changes: { title: [null, 'Spuren'] } },
    { action: 'CHANGED', changes: { title: ['Spuren', 'Spur'] } },
  ])
})

describe('CSV', () => {
  async function send(path: string, content: string | Buffer) {
    const cookie = await sessionOf('ADMIN')
    const edge = 'glut-edge'
    const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)])
    const headers = { cookie, 'content-type': `multipart/form-data; boundary=${edge}` }
    const response = await app.inject({ method: 'POST', url: path, headers, payload })
    return { status: response.statusCode, answer: response.json() }
  }
  const { path } = masterData.deliveryConditions.importCsv

  test('an imported export changes nothing', async () => {
    for (const description of ['=1+1; "Kiste"', "'=2+2"]) {
      await admin.call(masterData.pallets.add, { body: { ...dimensions, description } })
    }
    const { answer } = await admin.call(masterData.pallets.exportCsv, {})
    const { status, answer: result } = await send(masterData.pallets.importCsv.path, answer as unknown as Buffer)
    expect(status).toBe(200)
    expect(result.rows.length).toBeGreaterThan(0)
    expect(result.rows.filter((row: { result: string }) => row.result !== 'UNCHANGED')).toEqual([])
  })

  test('a row of another list is exported and imported by its name, or by id when the name is not unique', async () => {
    const box = await admin.call(masterData.pallets.add, { body: { ...dimensions, description: 'Kiste Nord' } })
    const twins = [
      await admin.call(masterData.pallets.add, { body: { ...dimensions, description: 'Zwilling' } }),
      await admin.call(masterData.pallets.add, { body: { ...dimensions, weightInKg: '9', description: 'Zwilling' } }),
    ].map(({ answer }) => answer.id)
    const { answer } = await send(
      productApi.importCsv.path,
      `title;weightInKg;possiblePallet\nSchale Nord;12,5;kiste nord\nSchale Süd;1;${twins[0]}\nSchale West;1;Zwilling\n`,
    )
    expect(answer.rows).toMatchObject([
      { result: 'CREATED' },
      { result: 'CREATED' },
      {
        result: 'REJECTED',
        reason: 'possiblePallet «Zwilling»: Diesen Eintrag gibt es nicht, oder mehrere heissen so',
      },
    ])
    const products = (await admin.call(productApi.list, {})).answer
    expect(products.find(({ title }) => title === 'Schale Nord')?.possiblePallet).toBe(box.answer.id)
    const file = (await admin.call(productApi.exportCsv, {})).answer as unknown as Buffer
    const exported = file.toString()
    expect(exported).toMatch(/;Schale Nord;PRODUCT;12.5;Kiste Nord;/)
    expect(exported).toContain(`;Schale Süd;PRODUCT;1;${twins[0]};`)
    const again = await send(productApi.importCsv.path, exported)
    expect(again.answer.rows.every(({ result }: { result: string }) => result === 'UNCHANGED')).toBe(true)
  })

  test.each([
    [Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Sie ist ein Bild.'],
    ['title\nLa\0ger', 'Sie enthält Nullbytes und ist keine Textdatei.'],
    ['PK\u0003\u0004x', 'Sie ist eine Excel-Datei oder ein Archiv (ZIP). Bitte speichern Sie die Tabelle als CSV.'],
    ['title\n"offen', 'Darin steht ein Anführungszeichen am falschen Ort, oder es wird nicht geschlossen.'],
    ['titleEn;titleFr\nFree;Franco', 'In der Kopfzeile fehlen Spalten, die im Export so heissen: «title».'],
  ])('an unreadable file is refused with the reason (%#)', async (content, reason) => {
    const { answer } = await send(path, content)
    expect(answer.detail).toBe(`Die Datei kann nicht eingelesen werden: ${reason}`)
  })

  test('figures are read with the unit of their field, and with no other', async () => {
    const { answer } = await send(
      masterData.steelTubes.importCsv.path,
      "title;outerWidthInMm;wallInMm;stockLengthInMm;weightPerMetreInKg;pricePerMetre\nVierkant;40 mm;3,5;6'000 MM;3,45 kg/m;CHF 1'200.–\nRund;4 cm;3,5;6000;3;7\n",
    )
    expect(answer.rows).toMatchObject([
      { title: 'Vierkant', result: 'CREATED' },
      { title: 'Rund', result: 'REJECTED', reason: 'outerWidthInMm «4 cm»: Das Feld muss eine Zahl sein' },
    ])
    expect((await admin.call(masterData.steelTubes.list, {})).answer).toMatchObject([
      {
        outerWidthInMm: '40',
        wallInMm: '3.5',
        stockLengthInMm: '6000',
        weightPerMetreInKg: '3.45',
        pricePerMetre: '1200',
      },
    ])
  })

  test('a decimal comma is read, and titles that look alike are the same', async () => {
    const content = 'title;weightInKg\nFeuerring Sol;4,5\n'
    const { answer } = await send(productApi.importCsv.path, content)
    expect(answer.rows).toMatchObject([{ title: 'Feuerring Sol', result: 'CREATED' }])
    const again = await send(productApi.importCsv.path, content.replace('Sol', '\u200bSol\u202e'))
    expect(again.answer.rows).toMatchObject([{ result: 'UNCHANGED' }])
  })

  test('an empty cell takes the default, and an unknown name is refused', async () => {
    const { answer } = await send(
      productApi.importCsv.path,
      'title;weightInKg;possiblePallet\nZange;;\nHaken;1;Gibt es nicht\n',
    )
    expect(answer.rows).toMatchObject([
      { title: 'Zange', result: 'CREATED' },
      {
        result: 'REJECTED',
        reason: 'possiblePallet «Gibt es nicht»: Diesen Eintrag gibt es nicht, oder mehrere heissen so',
      },
    ])
    const [tongs] = (await admin.call(productApi.list, {})).answer.filter(({ title }) => title === 'Zange')
    expect(tongs?.weightInKg).toBe('0')
  })

  test('rows are added, changed by their title, or rejected with the reason', async () => {
    await admin.call(masterData.deliveryConditions.add, { body: { title: 'Frei Haus', titleFr: 'Franco' } })
    const { answer } = await send(
      path,
      'Title;titleEn\r\nFrei Haus;Delivered\r\n;Nobody\r\nFCA;FCA\r\nfca;FCA free\r\n',
    )
    expect(answer.rows).toMatchObject([
      { line: 2, title: 'Frei Haus', result: 'CHANGED' },
      { line: 3, result: 'REJECTED', reason: 'title: Das Feld wird benötigt' },
      { line: 4, title: 'FCA', result: 'CREATED' },
      { line: 5, title: 'fca', result: 'CHANGED' },
    ])
    const list = (await admin.call(masterData.deliveryConditions.list, {})).answer
    expect(list.map(({ title, titleEn, titleFr }) => [title, titleEn, titleFr])).toEqual([
      ['fca', 'FCA free', ''],
      ['Frei Haus', 'Delivered', 'Franco'],
    ])
  })

  test('Windows-1252, commas, tabs, and localised dates and figures are read', async () => {
    const latin = await send(masterData.warehouses.importCsv.path, Buffer.from('title,x\r\nWädenswil,1\r\n', 'latin1'))
    expect(latin.answer.rows).toMatchObject([{ title: 'Wädenswil', result: 'CREATED' }])
    const figures = await send(
      masterData.pallets.importCsv.path,
      "widthInCm\theightInCm\tdepthInCm\tweightInKg\tcombinableWithKubus\tdescription\n1'200,5\t10\t20\t3\tja\tTab\nviel\t1\t1\t1\t\tNein\n",
    )
    expect(figures.answer.rows).toMatchObject([
      { result: 'CREATED' },
      { result: 'REJECTED', reason: 'widthInCm «viel»: Das Feld muss eine Zahl sein' },
    ])
    const pallet = (await admin.call(masterData.pallets.list, {})).answer.find(({ title }) => title === 'Tab')
    expect(pallet).toMatchObject({ widthInCm: '1200.5', combinableWithKubus: true })
    const slots = await send(
      masterData.predefinedTimeSlots.importCsv.path,
      'weekday;startTime;endTime;capacity;validFrom\nsunday;10:00;11:00;3;1.3.2026\nsunday;12:00;11:00;3;1.3.2026\n',
    )
    expect(slots.answer.rows).toMatchObject([
      { result: 'CREATED' },
      { result: 'REJECTED', reason: 'endTime «11:00»: Das Ende muss nach dem Beginn liegen' },
    ])
  })

  test('rows without a title are matched by their identifying values', async () => {
    const results = async (list: { importCsv: { path: string } }, content: string) => {
      const { answer } = await send(list.importCsv.path, content)
      return answer.rows.map(({ result }: { result: string }) => result)
    }
    const slots = 'weekday;startTime;endTime;capacity;validFrom\nmonday;08:00;09:00;'
    expect(await results(masterData.predefinedTimeSlots, `${slots}2;2.3.2026\n`)).toEqual(['CREATED'])
    expect(await results(masterData.predefinedTimeSlots, `${slots}4;2.3.2026\n`)).toEqual(['CHANGED'])
    expect(await results(masterData.predefinedTimeSlots, `${slots}4;3.3.2026\n`)).toEqual(['CREATED'])
    const absences = 'subject;text;validFrom\nFerien;'
    expect(await results(masterData.absenceEmails, `${absences}Wir sind weg.;1.8.2026\n`)).toEqual(['CREATED'])
    expect(await results(masterData.absenceEmails, `${absences}Wir sind fort.;1.8.2026\n`)).toEqual(['CHANGED'])
    expect(await results(masterData.absenceEmails, 'subject;validFrom;active\nFerien;1.8.2026;nein\n')).toEqual([
      'CHANGED',
    ])
    const pallets = 'widthInCm;depthInCm;heightInCm;description;weightInKg\n'
    expect(await results(masterData.pallets, `${pallets}31;32;33;;4\n31;32;33;Box;4\n`)).toEqual(['CREATED', 'CREATED'])
    expect(await results(masterData.pallets, `${pallets}31;32;33;;5\n31;32;33;box;4\n`)).toEqual(['CHANGED', 'CHANGED'])
  })

  test('a picture and a file with too many rows are refused, and users other than admins cannot import', async () => {
    const { status, answer } = await send(path, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    expect([status, answer.code]).toEqual([400, 'UNREADABLE_CSV'])
    const long = await send(masterData.sectors.importCsv.path, `title\n${'x\n'.repeat(20_001)}`)
    expect(long.answer).toMatchObject({ code: 'UNREADABLE_CSV', detail: expect.stringContaining("20'000 Zeilen") })
    expect((await as('USER').call(masterData.sectors.importCsv, {})).status).toBe(403)
  })

  test('a file with too many columns or an endless row is refused', async () => {
    const { path } = masterData.sectors.importCsv
    const columns = (count: number) => `title${';x'.repeat(count - 1)}\nSparte mit Spalten\n`
    const wide = await send(path, columns(501))
    expect(wide).toMatchObject({ status: 400, answer: { code: 'UNREADABLE_CSV' } })
    expect(wide.answer.detail).toContain('mehr als 500 Spalten')
    expect((await send(path, columns(500))).answer.rows).toMatchObject([{ result: 'CREATED' }])
    const endless = await send(path, `title\n"${'x'.repeat(1_100_000)}`)
    expect(endless.answer).toMatchObject({
      code: 'UNREADABLE_CSV',
      detail: expect.stringContaining("1'000'000 Zeichen"),
    })
  })

  test('other requests get their turn while many rows are imported', async () => {
    const { path } = masterData.sectors.importCsv
    const rows = `title\n${'Immer gleich\n'.repeat(5000)}`
    await send(path, rows)
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 0)
    const { answer } = await send(path, rows)
    clearInterval(counting)
    expect(answer.rows).toHaveLength(5000)
    expect(turns).toBeGreaterThan(20)
  })
})
