import './lenient-text-decoder.ts'
import { mailExcerpt } from './mail-excerpt.ts'
import { officeExcerpt } from './office-excerpt.ts'
import { answerParent } from './readers.ts'

/** Reads files of strangers in a process of its own, which may run out of time or memory. */
answerParent(({ content, mimeType }: { content: Uint8Array; mimeType: string }) => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return mimeType === 'message/rfc822' ? mailExcerpt(bytes) : officeExcerpt(bytes, mimeType)
})
