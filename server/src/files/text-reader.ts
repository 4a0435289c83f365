import './lenient-text-decoder.ts'
import { answerParent } from './readers.ts'
import { textOf } from './text-of.ts'

/** Reads files of strangers in a process of its own, which may run out of time or memory. */
answerParent(({ buffer, byteOffset, byteLength }: Uint8Array) => textOf(Buffer.from(buffer, byteOffset, byteLength)))
