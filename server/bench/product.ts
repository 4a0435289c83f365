import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { benchUser, dataDir } from './data.ts'

export interface Product {
  /** Milliseconds from the start of the process to its first answer. */
  readonly started: number
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<string>
  stop(): Promise<void>
}

/** The product in a process of its own on the data of the bench, called over keep-alive sockets as a browser does. */
export async function startProduct(): Promise<Product> {
  const began = performance.now()
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', TRUST_PROXY: 'true', LOG_LEVEL: 'error', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })
  let calls = 0
  let cookie = ''

  function request(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string; cookie: string }> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    // The limit of requests a minute is for each address: as if a hundred people sat at a hundred of them.
    const from = `192.0.2.${calls++ % 100}`
    const headers = {
      cookie,
      'x-forwarded-for': from,
      ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = http.request(url + path, { method, agent, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(parts).toString('utf8'),
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          }),
        )
      })
      sent.on('error', reject)
      sent.end(payload)
    })
  }

  await request('GET', '/healthz')
  const started = performance.now() - began
  cookie = (await request('POST', '/api/auth/signin', benchUser)).cookie
  return {
    started,
    async call(method, path, body) {
      const { status, text } = await request(method, path, body)
      if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`)
      return text
    },
    async stop() {
      agent.destroy()
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
