import type { Plugin } from 'vite'

/** What only these lines of a library name, and is never used here, is left out with them. */
const unused = [
  {
    // a theme with variables of its own: ours is made for one mode of colours, and another for the other
    module: /@mui\/material\/styles\/createTheme\.mjs$/,
    line: /^import createThemeWithVars from .*$/m,
    by: 'const createThemeWithVars = () => undefined',
  },
  {
    module: /@mui\/material\/styles\/ThemeProvider\.mjs$/,
    line: /^import { CssVarsProvider } from .*$/m,
    by: 'const CssVarsProvider = () => null',
  },
  {
    // only the server describes shapes to others
    module: /zod\/v4\/classic\/schemas\.js$/,
    line: /^ *inst\._zod\.processJSONSchema = \(.*;$/gm,
    by: '',
  },
  {
    module: /zod\/v4\/classic\/schemas\.js$/,
    line: /^import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from .*$/m,
    by: 'const createStandardJSONSchemaMethod = () => undefined, createToJSONSchemaMethod = createStandardJSONSchemaMethod',
  },
]

/** Leaves out of libraries what the web never uses and the bundler cannot see that it does not. */
export function leanLibraries(): Plugin {
  const met = new Set<string>()
  return {
    name: 'lean-libraries',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: unused.map(({ module }) => module) },
      handler(code, id) {
        met.add(id)
        const lean = unused
          .filter(({ module }) => module.test(id))
          .reduce((text, { line, by }) => {
            if (text.search(line) < 0) throw new Error(`${id} says otherwise what it needs`)
            return text.replace(line, by)
          }, code)
        return { code: lean, map: null }
      },
    },
    buildEnd(error) {
      const missed = unused.find(({ module }) => ![...met].some((id) => module.test(id)))
      if (missed && !error) throw new Error(`no file is ${missed.module}`)
    },
  }
}
