// npm start: from a fresh clone to the running product. Installs and builds only what is missing or out of date.
import { spawnSync } from 'node:child_process'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { becomeNode, pinnedEnv, pinnedNode } from './pinned-node.mjs'

ensureInstalled()
const built = await ensureWebBuilt((args, cwd) => {
  console.log('Building the web …')
  return spawnSync(pinnedNode(), args, { cwd, stdio: 'inherit', env: pinnedEnv() }).status === 0
})
if (!built) process.exit(1)
becomeNode(['server/src/main.ts', ...process.argv.slice(2)])
