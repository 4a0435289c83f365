import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** What draws, a `.test.tsx`, has a page to draw on. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web-dom',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['test/setup.ts'],
    env: { TZ: 'UTC' },
    restoreMocks: true,
    testTimeout: 30_000,
  },
})
