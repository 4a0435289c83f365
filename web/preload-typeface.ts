import type { Plugin } from 'vite'

/** Has the browser fetch the letters of German beside the scripts, before a style asks for them. */
export function preloadTypeface(): Plugin {
  return {
    name: 'preload-typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /ibm-plex-sans-latin-wght-normal-.+\.woff2$/.test(name))
        if (!file) throw new Error('the build has no typeface')
        const kind = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', fetchpriority: 'low' }
        return [{ tag: 'link', attrs: { ...kind, href: `/${file}` }, injectTo: 'head' }]
      },
    },
  }
}
