import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      '{server,web}/vitest.config.ts',
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], env: { TZ: 'UTC' } } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
})
