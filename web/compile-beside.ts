import type { Plugin } from 'vite'

/** The pieces of which every screen runs a third and more until it stands, by the names that vite.config.ts and shared-code.ts give them. */
const begun = ['base', 'app']

/**
 * Has Chromium compile all of these pieces beside the page's own thread while they come in, which that thread did function by
 * function, as each was first called. Other browsers read a comment.
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
