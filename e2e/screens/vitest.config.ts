import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'screens',
    environment: 'jsdom',
    include: ['*.test.ts'],
    globalSetup: './start.ts',
    setupFiles: ['./browser.ts'],
    execArgv: ['--max-semi-space-size=64'],
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
