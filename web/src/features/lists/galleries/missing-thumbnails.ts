import type { LibraryDocument } from '#contract/lists/galleries'
import type { Shelf } from './library.ts'
import { makeThumbnail } from './make-thumbnail.ts'

const largest = 50 * 1024 * 1024
const atOnce = 2

const made = new Map<string, Promise<string | null>>()
const waiting: (() => void)[] = []
let working = 0

/** Returns the URL of a thumbnail the server lacks. It is created once, and stored there if `keep` is set. */
export function missingThumbnail(library: Shelf, file: LibraryDocument, keep: boolean): Promise<string | null> {
  const content = `${library.contentUrl(file)} ${file.uploadedAtUtc}`
  const before = made.get(content)
  if (before) return before
  const making = inTurn(() => make(library, file, keep)).catch(() => null)
  made.set(content, making)
  return making
}

async function make(library: Shelf, file: LibraryDocument, keep: boolean): Promise<string | null> {
  if (file.sizeByte > largest) return null
  const answer = await fetch(library.contentUrl(file, true))
  if (!answer.ok) return null
  const small = await makeThumbnail(await answer.blob(), file.mimeType)
  if (!small) return null
  if (keep) await saveThumbnail(library, file, small)
  return URL.createObjectURL(small)
}

/** Stores a thumbnail. Errors are ignored, because another browser creates it again. */
export async function saveThumbnail(library: Shelf, file: LibraryDocument, small: Blob): Promise<void> {
  await library.saveThumbnail(file, small).catch(() => undefined)
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= atOnce) await new Promise<void>((turn) => waiting.push(turn))
  working += 1
  try {
    return await work()
  } finally {
    working -= 1
    waiting.shift()?.()
  }
}
