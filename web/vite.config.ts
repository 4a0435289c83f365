import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileBeside } from './compile-beside.ts'
import { leanContract } from './lean-contract.ts'
import { leanLibraries } from './lean-libraries.ts'
import { licences } from './licences.ts'
import { ownIcons } from './own-icons.ts'
import { pdfjsAssets } from './pdfjs-assets.ts'
import { precompress } from './precompress.ts'
import { preloadTypeface } from './preload-typeface.ts'
import { screenFiles } from './screen-files.ts'
import { sharedCode } from './shared-code.ts'

const api = { target: 'http://127.0.0.1:8080', changeOrigin: false, ws: true }

const { ofWorkers, ofAll } = licences()

export default defineConfig({
  plugins: [
    leanContract(),
    leanLibraries(),
    ownIcons(),
    react(),
    pdfjsAssets(),
    ofAll,
    screenFiles(),
    preloadTypeface(),
    compileBeside(),
    precompress(),
  ],
  worker: { plugins: () => [ofWorkers()] },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    // every browser of the target has it; the entry is then nothing but the base, and no file of its own
    modulePreload: { polyfill: false },
    target: 'es2024',
    rolldownOptions: {
      output: {
        // What is used together comes in one piece: it compresses better, and each file more costs a browser some
        // milliseconds. The first group that a module is in has it, together with all that it needs.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 8,
              test: /src\/(main|app\/routes|ui\/(navigation\/screens|accessibility\/keep-focus|LanguageChoice)|ui\/dates\/locales|theme\/color-mode|i18n\/i18n)\.tsx?$|node_modules\/(react|react-dom|scheduler|i18next|@tanstack\/(react-router|router-core|history|react-store|store))\//,
            },
            {
              // what customers see, who load nothing of the rest
              name: 'customers',
              priority: 7,
              test: /src\/(features\/calendars\/booking\/|calendars\/booking-calls)/,
            },
            ...sharedCode(import.meta.dirname),
            {
              // what lists of documents, texts that are written, and plain lists are made of: three pieces instead of twenty
              name: 'documents',
              test: /src\/features\/lists\/galleries\/(DocumentBrowser|DocumentGrid|PreviewDialog|VersionsDialog|read-text)\.tsx?$|contract\/src\/lists\/document-classifications/,
            },
            {
              name: 'writing',
              test: /src\/ui\/RichText\/(FormattedText|RichTextField|use-placeholder-label|html)\.tsx?$|src\/features\/lists\/galleries\/gallery-dialog|contract\/src\/lists\/(placeholders|templates)\.ts$|node_modules\/dompurify\//,
            },
            {
              name: 'lists',
              test: /src\/features\/lists\/master-data\/(AssignedFields|CsvImport|MasterDataPage|MasterDataDialog)\.tsx$/,
            },
            {
              name: 'calculations',
              test: /src\/(features\/)?lists\/calculations(\/(InlineTable|TableSection|CalculationLayout|Steps|shown-figures))?\.tsx?$/,
            },
            {
              name: 'people',
              test: /src\/features\/(users\/(use-user-fields|own-user|taken|SecondFactor|LanguageField|AvatarField)|work\/absences\/\w+)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', strictPort: true, proxy: { '/api': api, '/logout': api } },
})
