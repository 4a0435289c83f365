import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const day = 24 * 60 * 60 * 1000

/** Removes what a killed process left in a folder of unfinished files: everything older than a day. */
export async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name)
    const found = await stat(place).catch(() => null)
    if (found?.isFile() && found.mtimeMs < Date.now() - day) await rm(place, { force: true })
  }
}
