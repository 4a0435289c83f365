import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { ownIcons } from './own-icons.ts'

/** What reads a page or what a browser keeps, or says a sentence of the screens, though it draws nothing. */
export const needPage = [
  'src/app/report-error.test.ts',
  'src/features/together/history/list-words.test.ts',
  'src/features/mail/composer/{kept-drafts,own-text}.test.ts',
  'src/features/orders/dossiers/history/dossier-history.test.ts',
  'src/i18n/texts.test.ts',
  'src/live/channel.test.ts',
  'src/ui/forms/zod-sentences.test.ts',
]

/** What draws, a `.test.tsx`, has a page to draw on. */
export default defineConfig({
  plugins: [ownIcons(), react()],
  test: {
    name: 'web-dom',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx', ...needPage],
    setupFiles: ['test/setup.ts'],
    // what comes from packages is not read by plugins otherwise
    server: { deps: { inline: [/@mui\/(icons-material|material\/SvgIcon)\//] } },
    // how they look is part of what is ours of a button or a picture
    css: { include: /looks\.css$/ },
    // What the files import is read once for each worker; what a file leaves in it, the set-up takes away.
    isolate: false,
    env: { TZ: 'UTC' },
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
