// npm run dev: the server, restarted when its sources change, and the development server of the web.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './files.mjs'
import { ensureInstalled } from './install.mjs'
import { forwardSignals, pinnedEnv, pinnedNode } from './pinned-node.mjs'

ensureInstalled()
const start = (cwd, args) => spawn(pinnedNode(), args, { cwd, stdio: 'inherit', env: pinnedEnv() })
const children = [
  start(root, ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)]),
  start(join(root, 'web'), [join(root, 'node_modules', 'vite', 'bin', 'vite.js')]),
]
forwardSignals(children)
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    for (const other of children) other.kill('SIGTERM')
  })
}
