import { hash as digest } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { type FileStore, type Listed, StorageError } from './file-store.ts'
import { writeHashed } from './hashing.ts'
import { forgetOld, spoolName } from './spool.ts'

/**
 * Stores files below a folder, as `ab/cd/abcd…`. A file is written beside them first, flushed to the disk and then
 * renamed: after a crash it is there whole or not at all. Storing a content again replaces the file, which heals a
 * damaged one.
 */
export function diskStore(folder: string, writeTo: (place: string) => Writable = write): FileStore {
  const unfinished = path.join(folder, 'unfinished')
  const isLasting = new Set<string>()
  const placeOf = (hash: string) => path.join(folder, hash.slice(0, 2), hash.slice(2, 4), hash)
  return {
    async put(content) {
      const temporary = path.join(unfinished, spoolName())
      try {
        await mkdir(unfinished, { recursive: true, mode: 0o700 })
        const stored = await (content instanceof Uint8Array
          ? writeWhole(content, temporary)
          : writeHashed(content, writeTo(temporary)))
        const place = placeOf(stored.hash)
        const inner = path.dirname(place)
        await mkdir(inner, { recursive: true, mode: 0o700 })
        await rename(temporary, place)
        await sync(inner)
        // the folders themselves need it once
        if (!isLasting.has(inner)) for (const outer of [path.dirname(inner), folder]) await sync(outer)
        isLasting.add(inner)
        return stored
      } catch (error) {
        if (!(content instanceof Uint8Array)) content.destroy()
        await rm(temporary, { force: true }).catch(() => {})
        throw new StorageError('a file could not be written', error)
      }
    },
    async open(hash, range) {
      const file = await open(placeOf(hash)).catch((error) => {
        throw new StorageError(`the file ${hash} cannot be opened`, error)
      })
      return file.createReadStream(range ? { start: range.from, end: range.to } : {})
    },
    size: (hash) =>
      stat(placeOf(hash)).then(
        ({ size }) => size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw new StorageError(`the file ${hash} cannot be looked at`, error)
        },
      ),
    remove: (hash) => rm(placeOf(hash), { force: true }),
    list: () => listFiles(folder, unfinished),
    async ready() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
  }
}

const write = (place: string) => createWriteStream(place, { mode: 0o600, flags: 'wx', flush: true })

async function writeWhole(content: Uint8Array, place: string) {
  await writeFile(place, content, { mode: 0o600, flag: 'wx', flush: true })
  return { hash: digest('sha256', content), size: content.length }
}

/** Makes a new name in a folder survive a power failure, on systems that can do so. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

async function* listFiles(folder: string, unfinished: string): AsyncIterable<Listed> {
  await forgetOld(unfinished)
  for (const first of await names(folder, /^[0-9a-f]{2}$/)) {
    for (const second of await names(path.join(folder, first), /^[0-9a-f]{2}$/)) {
      for (const hash of await names(path.join(folder, first, second), /^[0-9a-f]{64}$/)) {
        const found = await stat(path.join(folder, first, second, hash)).catch(() => null)
        if (found) yield { hash, size: found.size, storedAt: found.mtime }
      }
    }
  }
}

async function names(folder: string, pattern: RegExp): Promise<string[]> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StorageError(`the folder ${folder} cannot be read`, error)
  })
  return all.filter((name) => pattern.test(name)).sort()
}
