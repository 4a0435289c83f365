import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that all these tests share: where it answers, and its data folder. */
    product: { url: string; dataFolder: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const transcription = http.createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ text: 'Bitte um Rückruf am Montag.' })))
  })
  await once(transcription.listen(0, '127.0.0.1').unref(), 'listening')
  const { port } = transcription.address() as AddressInfo
  const { url, dataFolder, stop } = await startProduct({
    TRANSCRIPTION_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  })
  project.provide('product', { url, dataFolder })
  return () => stop().finally(() => transcription.close())
}
