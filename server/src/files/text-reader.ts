import './lenient-text-decoder.ts'
import { answerParent } from './readers.ts'
import { textOf } from './text-of.ts'

/** Reads what strangers wrote, apart from everything else: it may run out of time or memory. */
answerParent(({ buffer, byteOffset, byteLength }: Uint8Array) => textOf(Buffer.from(buffer, byteOffset, byteLength)))
