import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.mjs'

/** Installs the npm packages of the lock file, unless node_modules holds exactly those. */
export function ensureInstalled() {
  const lock = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (isInstalled(lock, installed)) return
  console.log('Installing the npm packages …')
  // npm sets the Node that it runs on; the pinned Node, first in PATH, is about to be replaced
  const npm = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const result = npm
    ? spawnSync(node, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) {
    console.error('The npm packages could not be installed, see above.')
    process.exit(1)
  }
}

/** Returns whether `installed` (noted in node_modules) matches `lock` here; both are the `packages` of a lock file. */
export function isInstalled(lock, installed, { platform, arch } = process) {
  const wanted = Object.entries(lock).filter(([path]) => path.startsWith('node_modules/'))
  const missing = wanted.some(([path, entry]) => !installed[path] && !mayBeMissing(entry, platform, arch))
  const other = Object.entries(installed).some(([path, { version, integrity }]) => {
    const entry = lock[path]
    return entry?.version !== version || (entry.integrity ?? integrity) !== integrity
  })
  return wanted.length > 0 && !missing && !other
}

/** npm skips optional packages of other platforms, and packages that only those need. */
function mayBeMissing({ optional, os, cpu, libc }, platform, arch) {
  if (!optional) return false
  const named = os !== undefined && cpu !== undefined && libc === undefined
  return !(named && includes(os, platform) && includes(cpu, arch))
}

function includes(list, name) {
  const names = [list].flat()
  return names.includes(name) || (names.some((each) => each.startsWith('!')) && !names.includes(`!${name}`))
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}
