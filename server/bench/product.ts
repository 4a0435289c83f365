import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { startProcess } from '../test/product-process.ts'
import { benchUser, dataDir } from './data.ts'

export interface Product {
  /** Milliseconds from the start of the process to its first answer. */
  readonly started: number
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Buffer>
  stop(): Promise<void>
}

/** The product in a process of its own on the data of the bench or on what is said, called over keep-alive sockets. */
export async function startProduct(where: NodeJS.ProcessEnv = { DATA_DIR: dataDir }): Promise<Product> {
  const began = performance.now()
  const product = startProcess({ ...where, TRUST_PROXY: 'true', LOG_LEVEL: 'error' })
  const url = await product.address
  if (!url) throw new Error('the product ended before it listened')
  // A client that costs little itself, on the same two cores.
  const sockets = new Pool(url, { connections: 32 })
  let calls = 0
  let cookie = ''

  async function request(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    // The limit of requests a minute is for each address: as if a hundred people sat at a hundred of them.
    const headers = { cookie, 'x-forwarded-for': `192.0.2.${calls++ % 100}`, 'content-type': 'application/json' }
    const answer = await sockets.request({ method, path, headers, body: body && JSON.stringify(body) })
    return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()), headers: answer.headers }
  }

  await request('GET', '/healthz')
  const started = performance.now() - began
  const signedIn = await request('POST', '/api/auth/signin', benchUser)
  cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  return {
    started,
    async call(method, path, body) {
      const { status, bytes } = await request(method, path, body)
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${bytes.toString().slice(0, 200)}`)
      return bytes
    },
    async stop() {
      await sockets.close()
      await product.end('SIGTERM')
    },
  }
}
