import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  // React as people get it, which draws three times as fast as with its checks for developers.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    name: 'screens',
    environment: 'jsdom',
    include: ['*.test.ts'],
    globalSetup: './start.ts',
    setupFiles: ['./browser.ts'],
    execArgv: ['--max-semi-space-size=64', '--import', join(import.meta.dirname, 'styles/register.ts')],
    env: { TZ: 'Europe/Zurich', NODE_ENV: 'production' },
    // What the tests import is read once for each worker; what is of one file is taken away at its end.
    isolate: false,
    // Nothing of a page is left in the contract: it is read once as well.
    server: { deps: { external: [/\/contract\/src\//] } },
    // Patience on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
