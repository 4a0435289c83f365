import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { licences } from './licences.ts'
import { pdfjsAssets } from './pdfjs-assets.ts'
import { precompress } from './precompress.ts'

const api = { target: 'http://127.0.0.1:8080', changeOrigin: false, ws: true }

const { ofWorkers, ofAll } = licences()

export default defineConfig({
  plugins: [react(), pdfjsAssets(), ofAll, precompress()],
  worker: { plugins: () => [ofWorkers()] },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: 'es2024',
    rolldownOptions: {
      output: {
        // what every page needs is compressed better in one piece than in twenty
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-router|router-core|history|react-store|store))\//,
            },
            {
              name: 'kit',
              test: /node_modules\/(@emotion|stylis|@mui\/(system|utils|styled-engine|private-theming)|@mui\/material\/(styles|utils|internal|ButtonBase|Button|IconButton|Modal|Popover|Tooltip|Popper|Typography|Box|Paper|SvgIcon|Dialog|DialogTitle|DialogActions|DialogContent|Fade|Grow|Backdrop|Unstable_TrapFocus|Portal|transitions|List|Menu|MenuList)|@popperjs|zod|@tanstack\/(query-core|react-query))\//,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', strictPort: true, proxy: { '/api': api, '/logout': api } },
})
