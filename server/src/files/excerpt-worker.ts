import './lenient-text-decoder.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { mailExcerpt } from './mail-excerpt.ts'
import { officeExcerpt } from './office-excerpt.ts'

/** Reads what strangers wrote, apart from everything else: it may run out of time or memory. */
const { content, mimeType } = workerData as { content: Uint8Array; mimeType: string }
const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
parentPort?.postMessage(mimeType === 'message/rfc822' ? await mailExcerpt(bytes) : await officeExcerpt(bytes, mimeType))
