import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../product.ts'
import { bundleApp } from './bundle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Product shared by all these tests: its URL and data folder. */
    product: { url: string; dataFolder: string }
    /** Folder with the two scripts of the app. */
    app: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const transcription = http.createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ text: 'Bitte um Rückruf am Montag.' })))
  })
  await once(transcription.listen(0, '127.0.0.1').unref(), 'listening')
  const { port } = transcription.address() as AddressInfo
  const app = await mkdtemp(join(tmpdir(), 'glut-app-'))
  await bundleApp(app)
  const { url, dataFolder, stop } = await startProduct({
    TRANSCRIPTION_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  })
  project.provide('product', { url, dataFolder })
  project.provide('app', app)
  return async () => {
    await stop().finally(() => transcription.close())
    await rm(app, { recursive: true })
  }
}
