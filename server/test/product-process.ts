import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** The product as a process of its own; `address` is where it listens, null once it ended without. */
export interface ProductProcess {
  readonly child: ChildProcess
  readonly address: Promise<string | null>
  /** What it wrote. */
  readonly lines: string[]
  /** Once it wrote such a line, or ended without. */
  said(isMeant: (line: string) => boolean): Promise<void>
  /** What it wrote as errors. */
  errors(): string
  /** The code that it ended with, null after SIGKILL. */
  readonly ended: Promise<number | null>
  /** Sends it a signal and answers the code that it ended with, null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

const main = path.resolve(import.meta.dirname, '../src/main.ts')

/** Starts the product on a port of its own, with what is given added to the environment and to its call. */
export function startProcess(env: NodeJS.ProcessEnv, ...args: string[]): ProductProcess {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const lines: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    process.stderr.write(text)
  })
  const output = createInterface({ input: child.stdout })
  const address = new Promise<string | null>((resolve) => {
    output.on('line', (line) => {
      lines.push(line)
      const [, url] = /^Glut: (http:\S+)/.exec(line) ?? []
      if (url) resolve(url)
    })
    void ended.then(() => resolve(null))
  })
  return {
    child,
    address,
    lines,
    said: (isMeant) =>
      new Promise((resolve) => {
        const look = () => lines.some(isMeant) && resolve()
        output.on('line', look)
        void ended.then(() => resolve())
        look()
      }),
    errors: () => errors,
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
