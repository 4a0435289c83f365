import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Product in a process of its own; `address` is its URL, or null if it ended before listening. */
export interface ProductProcess {
  readonly child: ChildProcess
  readonly address: Promise<string | null>
  /** Lines of its output. */
  readonly lines: string[]
  /** Resolves once a matching line was written, or the process ended without one. */
  said(isMeant: (line: string) => boolean): Promise<void>
  /** Returns its error output. */
  errors(): string
  /** Exit code, null after SIGKILL. */
  readonly ended: Promise<number | null>
  /** Sends a signal and returns the exit code, null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

const main = path.resolve(import.meta.dirname, '../src/main.ts')

/** Starts the product on a free port, with additional environment variables and arguments. */
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
