import { readdirSync } from 'node:fs'
import { rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { fileCheckApi, sharedDocumentApi } from '#contract/lists/galleries'
import { testApp } from '../../test/app.ts'
import { atOnceWith } from '../../test/at-once.ts'
import { checkFiles } from './check.ts'
import { keep } from './files.ts'

const { as, database, appContext } = await testApp()
const store = appContext.services.files
const admin = as('ADMIN')
const placeOf = (hash: string) =>
  path.join(appContext.services.config.dataDir, 'files', hash.slice(0, 2), hash.slice(2, 4), hash)

async function check() {
  await checkFiles(appContext, {}, new AbortController().signal)
  const { answer } = await admin.call(fileCheckApi.list, {})
  const [latest] = answer
  if (!latest) throw new Error('the check leaves its result')
  return latest
}

async function share(text: string) {
  const { answer } = await admin.call(sharedDocumentApi.upload, { file: new File([text], `${text}.txt`) })
  const ref = answer.document?.documentRef ?? ''
  const { file_hash: hash } = await database.kysely
    .selectFrom('library_document')
    .select('file_hash')
    .where('id', '=', ref)
    .executeTakeFirstOrThrow()
  return { ref, hash }
}

const age = (hash: string) =>
  database.pool.query(`update stored_file set touched_at = now() - interval '2 days' where hash = $1`, [hash])
const kept = (text: string) => keep(database.kysely, store, () => Readable.from([Buffer.from(text)]))

describe('the check of the file store', () => {
  test('finds no fault in a sound store', async () => {
    await share('sound')
    expect(await check()).toMatchObject({ files: 1, verified: 1, missing: [], damaged: [], orphaned: 0, removed: 0 })
  })

  test('names missing and damaged files with the rows that use them', async () => {
    const gone = await share('gone')
    const changed = await share('changed')
    await rm(placeOf(gone.hash))
    await writeFile(placeOf(changed.hash), 'CHANGED')
    const usedBy = (id: string) => [{ what: 'library_document', id }]
    expect(await check()).toMatchObject({
      missing: [{ hash: gone.hash, usedBy: usedBy(gone.ref) }],
      damaged: [{ hash: changed.hash, usedBy: usedBy(changed.ref) }],
    })
    await kept('gone')
    await kept('changed')
    expect(await check()).toMatchObject({ missing: [], damaged: [] })
  })

  test('removes unreferenced files after a day, not before', async () => {
    const { hash } = await kept('nobody names this')
    expect(await check()).toMatchObject({ orphaned: 1, removed: 0 })
    await age(hash)
    expect(await check()).toMatchObject({ orphaned: 1, removed: 1 })
    expect(await store.size(hash)).toBeNull()
    expect(await check()).toMatchObject({ orphaned: 0 })
  })

  test('finds a file that a killed process stored without a row', async () => {
    const { hash } = await store.put(Readable.from([Buffer.from('killed before the row')]))
    expect(await check()).toMatchObject({ orphaned: 1, removed: 0 })
    expect(await store.size(hash)).not.toBeNull()
    await database.pool.query('delete from stored_file where hash = $1', [hash])
    await utimes(placeOf(hash), new Date(0), new Date(0))
    expect(await check()).toMatchObject({ orphaned: 1, removed: 1 })
  })

  test('keeps a file that was stored again just now', async () => {
    const { hash } = await kept('wanted again')
    await age(hash)
    await kept('wanted again')
    expect(await check()).toMatchObject({ orphaned: 1, removed: 0 })
    await age(hash)
    await check()
  })

  test('keeps a file as long as one row references it', async () => {
    const { ref, hash } = await share('named twice')
    await age(hash)
    await admin.call(sharedDocumentApi.remove, { params: { id: ref } })
    expect(await check()).toMatchObject({ removed: 0 })
    expect(await store.size(hash)).not.toBeNull()
  })

  test('keeps files that are stored while they are being removed', async () => {
    const texts = Array.from({ length: 20 }, (_, number) => `meeting ${number}`)
    for (const text of texts) await age((await kept(text)).hash)
    const [, ...stored] = await Promise.all([check(), ...texts.map((text) => kept(text))])
    for (const { hash } of stored) expect(await store.size(hash)).not.toBeNull()
  })

  test('is for admins and can be started by hand', async () => {
    expect((await as('USER').call(fileCheckApi.list, {})).problem.code).toBe('FORBIDDEN')
    expect((await admin.call(fileCheckApi.start, {})).status).toBe(204)
  })

  test('leaves no unfinished files', () => {
    expect(readdirSync(path.join(appContext.services.config.dataDir, 'files', 'unfinished'))).toEqual([])
  })
})

test('a file that a row references at the same moment is kept by the check', async () => {
  const { hash } = await kept('named at last')
  await age(hash)
  const names = `insert into library_document (collection, name, mime_type, size_byte, file_hash)
                 values ('SHARED_DOCUMENTS', 'zuletzt.txt', 'text/plain', 13, '${hash}')`
  await atOnceWith(database, names, check)
  expect(await store.size(hash)).toBe(13)
})
