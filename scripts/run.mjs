// node scripts/run.mjs FILE ...args: runs a TypeScript file of the repository with the pinned Node.
import { ensureInstalled } from './install.mjs'
import { becomeNode } from './pinned-node.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node scripts/run.mjs FILE ...args')
  process.exit(1)
}
ensureInstalled()
becomeNode([file, ...args])
