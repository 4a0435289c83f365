import { defineConfig } from '@playwright/test'
import { keepTestsInMemory } from '../server/test/test-folder.ts'
import { shellOfChromium } from './chromium.ts'

keepTestsInMemory()

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './demo-first.ts',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // Long timeouts for a busy machine: `npm test` runs all other tests at the same time.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: shellOfChromium,
  },
})
