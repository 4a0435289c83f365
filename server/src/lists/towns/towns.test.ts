import { expect, test } from 'vitest'
import { contactApi } from '#contract/contacts/contacts'
import { addressApi } from '#contract/contacts/parts'
import { limits } from '#contract/limits'
import { townApi } from '#contract/lists/towns'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

const { as } = await testApp()
const admin = as('ADMIN')
const user = as('USER')
const buildContact = contactFactory(as)

const propose = async (zipCode: string, country?: string) =>
  (await user.call(townApi.proposals, { query: { zipCode, country } })).answer.map(
    (one) => `${one.country} ${one.city}`,
  )
const send = (text: string | Buffer, country = 'CH') =>
  admin.call(townApi.importCsv, { body: { country }, file: new File([text as string], 'orte.csv') })

test('a zip code proposes towns of addresses, the most used first, without those of the bin', async () => {
  const at = (city: string, country = 'CH') => ({ addressType: 'HOME' as const, zipCode: '9991', city, country })
  await buildContact({ addresses: [at('Unterdorf')] })
  await buildContact({ addresses: [at('Oberdorf')] })
  await buildContact({ addresses: [at('Oberdorf')] })
  await buildContact({ addresses: [at('Drüben', 'DE')] })
  const binned = await buildContact({ addresses: [at('Verlassen')] })
  await admin.call(contactApi.remove, { params: { id: binned.id } })
  expect(await propose('9991', 'CH')).toEqual(['CH Oberdorf', 'CH Unterdorf', 'DE Drüben'])
  expect(await propose('9991', 'DE')).toEqual(['DE Drüben', 'CH Oberdorf', 'CH Unterdorf'])
  expect(await propose('999')).toEqual([])
  const { id } = await buildContact()
  await user.call(addressApi.add, { params: { id }, body: at('Mitteldorf') })
  expect(await propose('9991', 'CH')).toContain('CH Mitteldorf')
})

test('an imported list replaces the towns of its countries and can be exported again', async () => {
  const first = await send(
    'PLZ;Ortschaftsname;Kanton\r\n9801;Hinterwald;XX\r\n9801;Vorderwald;XX\r\n9801;Vorderwald;YY\r\n',
  )
  expect(first.answer).toEqual({ countries: [{ country: 'CH', towns: 2 }], rejected: 0, reasons: [] })
  const mixed = await send('country,zip,town\nDE,98011,Fernau\nat,9801,Nachbarn\n')
  expect(mixed.answer.countries).toEqual([
    { country: 'AT', towns: 1 },
    { country: 'DE', towns: 1 },
  ])
  expect(await propose('9801', 'CH')).toEqual(['CH Hinterwald', 'CH Vorderwald', 'AT Nachbarn'])
  await send('PLZ;Ort\n9801;Hinterwald\n')
  expect(await propose('9801', 'CH')).toEqual(['CH Hinterwald', 'AT Nachbarn'])
  const { response } = await admin.call(townApi.exportCsv, {})
  expect(response.body).toContain('DE;98011;Fernau\r\n')
  expect((await send(response.rawPayload)).answer.countries).toHaveLength(3)
  expect((await admin.call(townApi.remove, { params: { country: 'AT' } })).status).toBe(204)
  expect((await admin.call(townApi.list, {})).answer.map(({ country }) => country)).toEqual(['CH', 'DE'])
})

test('Windows-1252 is read, and invalid rows are reported one by one', async () => {
  const { answer } = await send(Buffer.from('PLZ;Ort;Land\n9701;Z\xfcri;\n;Ohne;CH\n9702;Wo;ZZ\n', 'latin1'), 'LI')
  expect(answer).toMatchObject({
    countries: [{ country: 'LI', towns: 1 }],
    rejected: 2,
    reasons: [
      { line: 3, reason: 'PLZ: Das Feld wird benötigt' },
      { line: 4, reason: expect.stringMatching(/^Land: /) },
    ],
  })
  expect(await propose('9701')).toEqual(['LI Züri'])
})

test('a file that is no list of towns is refused and changes nothing', async () => {
  await send('PLZ;Ort\n9601;Bleibt\n', 'FR')
  for (const file of ['Name;Strasse\nA;B\n', 'PLZ;Ort\n', '', 'PLZ;Ort\n9601;"offen\n']) {
    expect((await send(file, 'FR')).problem).toMatchObject({ code: 'UNREADABLE_CSV' })
  }
  expect((await send('PLZ;Ort\n1;x\n', 'XX')).problem).toMatchObject({ code: 'VALIDATION' })
  expect(await propose('9601')).toEqual(['FR Bleibt'])
})

test('a list with the maximum of rows is read, with one more it is refused', async () => {
  const rows = Array.from({ length: limits.towns.rows }, (_, at) => `${10_000 + (at % 90_000)};Ort ${at}`)
  const { answer } = await send(`PLZ;Ort\n${rows.join('\n')}\n`, 'IT')
  expect(answer.countries).toEqual([{ country: 'IT', towns: limits.towns.rows }])
  expect((await send(`PLZ;Ort\n${rows.join('\n')}\n1;x\n`, 'IT')).problem).toMatchObject({ code: 'UNREADABLE_CSV' })
})

test('proposals are for staff, the lists for admins', async () => {
  expect((await as('TERMIN_USER').call(townApi.proposals, { query: { zipCode: '1' } })).status).toBe(200)
  expect((await user.call(townApi.list, {})).status).toBe(403)
  expect((await user.call(townApi.remove, { params: { country: 'CH' } })).status).toBe(403)
})
