import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'
import { counts, importer } from '../../../test/imports.ts'

const app = await testApp()
const { run } = await importer(app)
const { pool } = app.appContext.database
const head = 'Vorname;Nachname;Strasse;PLZ;Ort\n'

const buildContact = contactFactory(app.as)
const buildAnna = async (street: string): Promise<string> => {
  const addresses = [{ addressType: 'HOME' as const, street, zipCode: '8001', city: 'Zürich' }]
  return (await buildContact({ givenName: 'Anna', surname: 'Müller', addresses })).id
}

test('an import does not wait for an edit of a namesake at another address', async () => {
  const elsewhere = await Promise.all(['Bahnhofstrasse 2', 'Dorfstrasse 1', 'Rue 12'].map(buildAnna))
  await buildAnna('Bahnhofstr. 1')
  const editor = await pool.connect()
  try {
    await editor.query('begin')
    await editor.query('select from contact where id = any ($1) for update', [elsewhere])
    const done = await run(`${head}Anna;Müller;Bahnhofstrasse 1;8001;Zürich\nAnna;Müller;Seeweg 9;8001;Zürich\n`)
    expect(counts(done)).toEqual({ created: 1, matched: 1, changed: 0, rejected: 0 })
  } finally {
    editor.release(true)
  }
})

test('a name in another spelling does not count as another name of a contact found by e-mail', async () => {
  await buildContact({
    givenName: 'Ugo',
    surname: 'D’Aste-Müller',
    emailAddresses: [{ address: 'ugo@example.com' }],
  })
  const done = await run("Vorname;Nachname;E-Mail;Strasse;PLZ\nUgo;D'Aste Mueller;ugo@example.com;Weg 1;8001\n")
  expect(counts(done)).toEqual({ created: 0, matched: 0, changed: 1, rejected: 0 })
  const other = await run('Vorname;Nachname;E-Mail;Strasse;PLZ\nUgo;Aste;ugo@example.com;Weg 2;8001\n')
  expect(counts(other)).toEqual({ created: 0, matched: 1, changed: 0, rejected: 0 })
})

test.each([
  ['Bächlistr. 4b', 'BÄCHLISTRASSE 4B'],
  ['12, rue du Lac', '12 Rue du Lac'],
  ['Am  Bach', 'am Bach'],
  ['100%', '100%'],
  ['Überlandstr.', 'Überlandstrasse'],
])('the address «%s» equals «%s»', async (kept, written) => {
  await buildAnna(kept)
  const done = await run(`${head}Anna;Müller;${written};8001;Zürich\n`)
  expect(counts(done)).toEqual({ created: 0, matched: 1, changed: 0, rejected: 0 })
})
