import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

const api = { target: 'http://127.0.0.1:8080', changeOrigin: false, ws: true }

export default defineConfig({
  plugins: [react(), precompress()],
  html: { cspNonce: '__CSP_NONCE__' },
  build: { manifest: true, target: 'es2024' },
  server: { host: '127.0.0.1', strictPort: true, proxy: { '/api': api, '/logout': api } },
})
