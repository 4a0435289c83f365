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
    // Modules are loaded once per worker; those of a test file are reset at its end.
    isolate: false,
    // Modules of the contract keep no state of a page, so they are loaded once as well.
    server: { deps: { external: [/\/contract\/src\//] } },
    // Long timeouts for a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
