import type { DocumentExcerpt } from '#contract/lists/galleries'
import { typeOfBytes } from './content-type.ts'
import { plainText } from './html-text.ts'
import { mailExcerpt } from './mail-excerpt.ts'
import { hasOfficeExcerpt, officeExcerpt } from './office-excerpt.ts'
import { decodedText, textType } from './text-type.ts'

/** Upper limit of characters of a content that searches cover. */
const searchedLength = 100_000

/** Returns the text of a content, whose type is found by its bytes. Throws when it cannot be read. */
export async function textOf(content: Buffer): Promise<string> {
  const known = typeOfBytes(content)
  const type = known ?? (await textType(content.subarray(0, 65_536), '', async () => content, true))
  return tidy(type ? await read(content, type.mimeType) : '')
}

async function read(content: Buffer, mimeType: string): Promise<string> {
  if (mimeType === 'application/pdf') {
    // loading it takes longer than reading all other types
    const { pdfText } = await import('./pdf-text.ts')
    return pdfText(content, searchedLength)
  }
  if (mimeType === 'message/rfc822') return said(await mailExcerpt(content))
  if (hasOfficeExcerpt(mimeType)) return said(await officeExcerpt(content, mimeType))
  const text = mimeType.startsWith('text/') ? (decodedText(content.subarray(0, 4 * searchedLength)) ?? '') : ''
  return mimeType === 'text/html' ? plainText(text.replaceAll('<', ' <')) : text
}

function said(excerpt: DocumentExcerpt): string {
  if (excerpt.kind === 'TEXT') return excerpt.text
  if (excerpt.kind === 'NONE') return ''
  const { subject, from, to, cc, text, html, attachments } = excerpt
  const body = text || plainText((html ?? '').replaceAll('<', ' <'))
  return [subject, from, ...to, ...cc, ...attachments.map(({ name }) => name), body].join('\n')
}

/** Removes characters that the database cannot store, and cuts the text to the length that is searched. */
const tidy = (text: string) =>
  text.replaceAll('\0', ' ').replace(/\s+/g, ' ').trim().slice(0, searchedLength).toWellFormed()
