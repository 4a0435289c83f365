import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { Pool } from 'undici'
import { benchUser, dataDir } from './data.ts'

export interface Product {
  /** Milliseconds from the start of the process to its first answer. */
  readonly started: number
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Buffer>
  stop(): Promise<void>
}

/** The product in a process of its own on the data of the bench, called over keep-alive sockets. */
export async function startProduct(): Promise<Product> {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: 'true', LOG_LEVEL: 'error', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  // A client that costs little itself, on the same two cores.
  const sockets = new Pool(url, { connections: 32 })
  let calls = 0
  let cookie = ''

  async function request(method: 'GET' | 'POST', path: string, body?: object) {
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
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the product has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Glut: (http:\S+)/.exec(line) ?? []
    if (url) return url
  }
  throw new Error('the product ended before it listened')
}
