import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const prefix = 'glut-tests-'
const tmpfs = 0x01021994
const gibibyte = 2 ** 30

/**
 * Puts temporary files of tests into memory where there is room: each database is a thousand files, and creating these
 * on disk takes longer than the test. Call it in the process that starts tests; all child processes inherit TMPDIR.
 */
export function keepTestsInMemory(): void {
  if (tmpdir().startsWith(path.join(memory, prefix)) || process.env.TMPDIR || !hasRoom()) return
  removeLeft()
  const own = path.join(memory, prefix + process.pid)
  mkdirSync(own, { recursive: true })
  // Servers that root starts run as other users.
  chmodSync(own, 0o1777)
  process.env.TMPDIR = own
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && bavail * bsize > 4 * gibibyte && process.availableMemory() > 8 * gibibyte
  } catch {
    return false
  }
}

/** Removes folders of runs that were killed. */
function removeLeft(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue
    rmSync(path.join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
