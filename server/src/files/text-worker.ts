import './lenient-text-decoder.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { textOf } from './text-of.ts'

/** Reads what strangers wrote, apart from everything else: it may run out of time or memory. */
const content = workerData as Uint8Array
parentPort?.postMessage(await textOf(Buffer.from(content.buffer, content.byteOffset, content.byteLength)))
