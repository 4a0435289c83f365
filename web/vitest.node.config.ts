import { defineConfig } from 'vitest/config'

/** What draws nothing needs no page, and what its files import is read once for each worker. */
export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.ts'],
    isolate: false,
    env: { TZ: 'UTC' },
    restoreMocks: true,
  },
})
