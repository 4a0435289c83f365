import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { imageGalleryApi } from '#contract/lists/galleries'
import { testApp } from '../../test/app.ts'
import { diskStore } from './disk-store.ts'
import { StorageError } from './file-store.ts'
import { openFileStore } from './open-store.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'glut-store-'))
afterAll(() => rm(folder, { recursive: true }))
const store = diskStore(folder)
const content = randomBytes(300_000)
const hash = createHash('sha256').update(content).digest('hex')

test('stored content is read back by its hash, whole and in parts', async () => {
  expect(await store.put(Readable.from([content.subarray(0, 7), content.subarray(7)]))).toEqual({ hash, size: 300_000 })
  expect(await store.size(hash)).toBe(300_000)
  expect((await buffer(await store.open(hash))).equals(content)).toBe(true)
  expect((await buffer(await store.open(hash, { from: 5, to: 9 }))).equals(content.subarray(5, 10))).toBe(true)
  expect(readdirSync(path.join(folder, hash.slice(0, 2), hash.slice(2, 4)))).toEqual([hash])
})

test('the same content stored many times at once is listed once', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, at) => store.put(at % 2 ? content : Readable.from([content]))))
  expect(await Readable.from(store.list()).toArray()).toMatchObject([{ hash, size: 300_000 }])
})

test.each(['a stream', 'bytes'])('a damaged file is repaired by storing it again from %s', async (kind) => {
  await writeFile(path.join(folder, hash.slice(0, 2), hash.slice(2, 4), hash), 'damaged')
  expect(await store.put(kind === 'bytes' ? content : Readable.from([content]))).toEqual({ hash, size: 300_000 })
  expect((await buffer(await store.open(hash))).equals(content)).toBe(true)
})

test('a source that breaks off leaves no file', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half of it')
      throw new Error('gone')
    })(),
  )
  await expect(store.put(broken)).rejects.toThrow(StorageError)
  expect(readdirSync(path.join(folder, 'unfinished'))).toEqual([])
})

test('unfinished files of killed processes are removed after a day', async () => {
  const left = path.join(folder, 'unfinished', 'left')
  await writeFile(left, 'half')
  await Readable.from(store.list()).toArray()
  expect(readdirSync(path.join(folder, 'unfinished'))).toEqual(['left'])
  await utimes(left, new Date(0), new Date(0))
  await Readable.from(store.list()).toArray()
  expect(readdirSync(path.join(folder, 'unfinished'))).toEqual([])
})

test('removed content is gone, and removing it again is no error', async () => {
  await store.remove(hash)
  await store.remove(hash)
  expect(await store.size(hash)).toBeNull()
  await expect(store.open(hash)).rejects.toThrow(StorageError)
})

/** Returns a stream that writes a few bytes and then fails as on a full disk. */
function fullDisk(place: string): Writable {
  const out = createWriteStream(place)
  return new Writable({
    write(chunk, _encoding, done) {
      out.write(chunk.subarray(0, 10), () =>
        done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
      )
    },
    destroy(error, done) {
      out.end(() => done(error))
    },
  })
}

const full = path.join(folder, 'full')
const { as, database } = await testApp({}, undefined, { files: diskStore(full, fullDisk) })

test('an upload to a full disk is answered with STORAGE_FAILED and leaves no file and no row', async () => {
  const png = new File(
    [
      Buffer.concat([
        Buffer.from(
          '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049454e44ae426082',
          'hex',
        ),
        Buffer.alloc(1000),
      ]),
    ],
    'feuer.png',
  )
  const { status, answer } = await as('ADMIN').call(imageGalleryApi.upload, { file: png })
  expect(status).toBe(200)
  expect(answer).toEqual({
    result: 'STORAGE_FAILED',
    detail: 'Die Datei konnte nicht abgelegt werden: Der Dateispeicher ist gestört oder voll.',
    document: null,
  })
  expect(readdirSync(full)).toEqual(['unfinished'])
  expect(readdirSync(path.join(full, 'unfinished'))).toEqual([])
  expect((await as('ADMIN').call(imageGalleryApi.list, {})).answer).toEqual([])
  expect(await database.kysely.selectFrom('stored_file').select('hash').execute()).toEqual([])
})

test('a disk that cannot be written to is reported in the log', async () => {
  const blocked = path.join(folder, 'blocked')
  await mkdir(blocked)
  await writeFile(path.join(blocked, 'files'), 'no folder')
  const logged: unknown[] = []
  const logging = openFileStore({ dataDir: blocked, s3: null }, { error: (about, text) => logged.push([about, text]) })
  await expect(logging.put(Buffer.from('x'))).rejects.toThrow(StorageError)
  await rm(blocked, { recursive: true })
  expect(logged).toEqual([[{ err: expect.objectContaining({ code: 'ENOTDIR' }) }, 'a file cannot be stored']])
})
