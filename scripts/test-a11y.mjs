// npm run test:a11y -- [file …]: the browser tests, with axe also checking every screen and dialog in dark colours.
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureDebianPackages } from './debian-packages.mjs'
import { root } from './files.mjs'
import { ensureInstalled } from './install.mjs'
import { pinnedNode } from './pinned-node.mjs'
import { run } from './steps.mjs'

ensureInstalled()
const lacking = ensureDebianPackages()
if (lacking) console.error(lacking)
const node = (args, cwd, env = {}) => run(pinnedNode(), args, { cwd, show: true, env })
const built = !lacking && (await ensureWebBuilt((args, cwd) => node(args, cwd).then(({ ok }) => ok)))
const cli = join(root, 'node_modules/@playwright/test/cli.js')
const args = [cli, 'test', '--config', 'e2e', ...process.argv.slice(2)]
const { ok } = built ? await node(args, root, { AXE_IN_THE_DARK: '1' }) : { ok: false }
process.exitCode = ok ? 0 : 1
