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
  /** Sends it a signal and answers the code that it ended with, null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const main = path.resolve(import.meta.dirname, '../src/main.ts')

/** Starts the product on a port of its own, with what is given added to the environment. */
export function startProcess(env: NodeJS.ProcessEnv): ProductProcess {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const lines: string[] = []
  const address = new Promise<string | null>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
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
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
