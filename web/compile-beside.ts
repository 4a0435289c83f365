import type { Plugin } from 'vite'

/** The pieces that nearly every screen begins with, by the names that vite.config.ts gives them. */
const begun = ['base', 'app', 'common', 'forms']

/**
 * Has Chromium compile all of these pieces beside the page's own thread while they come in. Function by function, as each is first
 * called, took that thread a fifth of a cold start. Other browsers read a comment.
 */
export function compileBeside(): Plugin {
  return {
    name: 'compile-beside',
    apply: 'build',
    generateBundle: {
      // it must be the first of a file, before what Vite writes there
      order: 'post',
      handler(_options, bundle) {
        for (const name of begun) {
          const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
          if (chunk?.type !== 'chunk') throw new Error(`the build has no chunk ${name}`)
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}
