import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const generated = new Set(['node_modules', 'dist', 'data', '.tmp', '.git', 'test-results', 'playwright-report'])

/** Returns the files below `folders` whose name matches, as sorted paths from the root of the repository with `/`. */
export function filesBelow(folders, name = /./) {
  /** @type {string[]} */
  const found = []
  const visit = (folder) => {
    for (const entry of entriesOf(folder)) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !generated.has(entry.name)) visit(path)
      if (entry.isFile() && name.test(entry.name)) found.push(path)
    }
  }
  for (const folder of folders) visit(folder)
  return found.sort()
}

function entriesOf(folder) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
