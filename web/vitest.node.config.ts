import { defineConfig } from 'vitest/config'
import { needPage } from './vitest.config.ts'

/** What draws nothing needs no page, and what its files import is read once for each worker. */
export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.ts'],
    exclude: needPage,
    isolate: false,
    env: { TZ: 'UTC' },
    restoreMocks: true,
    unstubGlobals: true,
    // Patience on a busy machine.
    testTimeout: 30_000,
  },
})
