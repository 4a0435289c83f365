import path from 'node:path'
import type { Plugin } from 'vite'

/** Where the library makes its pictures, of `@mui/icons-material` and its own. */
const made = /@mui\/material\/SvgIcon\/createSvgIcon\.mjs$/
const isLibraryIcon = (id: string) => /@mui\/material\/SvgIcon\/SvgIcon\.mjs$/.test(id)
const own = '/src/ui/icons/create-icon.ts'
const madeBy = (file: string) => `export { createIcon as default } from '${file}'`

/** Has the pictures of the library made by ours (`src/ui/icons/create-icon.ts`). */
export function ownIcons(): Plugin {
  let isPut = false
  return {
    name: 'own-icons',
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [ahead] } } }),
    load: {
      filter: { id: made },
      handler() {
        isPut = true
        return madeBy(path.join(import.meta.dirname, own))
      },
    },
    generateBundle(_options, bundle) {
      const isTheirs = Object.values(bundle).some((file) => file.type === 'chunk' && file.moduleIds.some(isLibraryIcon))
      if (!isPut || isTheirs) throw new Error('the library makes its pictures elsewhere')
    },
  }
}

/** What is put together ahead of development asks the app for it, which would be there twice otherwise. */
const ahead: Plugin = {
  name: 'own-icons-ahead',
  resolveId: (id) => (id === own ? { id, external: 'absolute' } : undefined),
  load: (id) => (made.test(id) ? madeBy(own) : undefined),
}
