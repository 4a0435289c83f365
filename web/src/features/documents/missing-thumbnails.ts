import type { LibraryDocument } from '@glut/contract/documents'
import { call } from '../../api/client.ts'
import { contentUrl, type Library } from './library.ts'
import { makeThumbnail } from './make-thumbnail.ts'

const largest = 50 * 1024 * 1024
const atOnce = 2

const made = new Map<string, Promise<string | null>>()
const waiting: (() => void)[] = []
let working = 0

/** The address of a small picture that the server does not have yet; made once, and kept for all when `keep` is set. */
export function missingThumbnail(library: Library, file: LibraryDocument, keep: boolean): Promise<string | null> {
  const before = made.get(file.documentRef)
  if (before) return before
  const making = inTurn(() => make(library, file, keep)).catch(() => null)
  made.set(file.documentRef, making)
  return making
}

async function make(library: Library, file: LibraryDocument, keep: boolean): Promise<string | null> {
  if (file.sizeByte > largest) return null
  const answer = await fetch(contentUrl(library, file, true))
  if (!answer.ok) return null
  const small = await makeThumbnail(await answer.blob(), file.mimeType)
  if (!small) return null
  if (keep) await saveThumbnail(library, file, small)
  return URL.createObjectURL(small)
}

/** Without it the next browser makes it again, so a failure is nothing to tell. */
export async function saveThumbnail({ api }: Library, { documentRef }: LibraryDocument, small: Blob): Promise<void> {
  await call(api.saveThumbnail, { params: { id: documentRef }, file: small }).catch(() => undefined)
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
