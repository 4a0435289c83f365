import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { isAlive } from '../processes.ts'
import { spoolFolder } from './file-store.ts'

const day = 24 * 60 * 60 * 1000

/** Removes files older than a day from a folder of unfinished files: a killed process left them. */
export async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name)
    const found = await stat(place).catch(() => null)
    if (found?.isFile() && found.mtimeMs < Date.now() - day) await rm(place, { force: true })
  }
}

/** Returns a name for a temporary file that tells which process made it. */
export const spoolName = () => `${hostname()}-${process.pid}-${randomUUID()}`

/** Removes, at the start, uploads and unfinished files of processes of this machine that have ended. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const folder of [spoolFolder(dataDir), path.join(dataDir, 'files', 'unfinished')]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const pid = ownerOf(name)
      if (pid !== null && (pid === process.pid || !isAlive(pid))) {
        await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {})
      }
    }
  }
}

function ownerOf(name: string): number | null {
  const [, host, pid] = /^(.*)-(\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name) ?? []
  return host === hostname() ? Number(pid) : null
}
