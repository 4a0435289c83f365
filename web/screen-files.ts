import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunks = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

/** What a screen is drawn with that is no part of its own code. */
const beside: Partial<Record<string, readonly string[]>> = {
  dashboards: ['src/features/overview/dashboards/TileChart.tsx'],
}

/** What the kinds of pages.ts run before a page. */
const common = 'src/features/contacts/picker/ContactPickerDialog.tsx'
const forms = 'src/ui/forms/Form.tsx'

/**
 * Writes down which files each screen begins with, so that the server names them all in the page that it answers, and all
 * files, which a browser fetches when it has nothing else to do.
 */
export function screenFiles(): Plugin {
  let root = ''
  return {
    name: 'screen-files',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle: {
      // what was put together without a file of its own is no longer there then
      order: 'post',
      handler(_options, bundle) {
        const routes = path.join(root, 'src/app/pages.ts')
        const around = filesOf(bundle, path.join(root, 'src/app/signed-in.ts'))
        const textsOf = (name: string): Record<string, string[]> =>
          Object.fromEntries(
            ['DE', 'EN', 'FR'].map((language) => {
              return [language, filesOf(bundle, path.join(root, `src/i18n/${language.toLowerCase()}/${name}.ts`))]
            }),
          )
        const fileIn = (module: string) => fileOf(bundle, path.join(root, module))
        const fileOfArea = textFiles(readFileSync(path.join(root, 'src/i18n/areas.ts'), 'utf8'))
        const pages = pagesIn(readFileSync(routes, 'utf8')).map(([screen, page, kind, areas]) => {
          const modules = beside[screen] ?? []
          const all = [path.resolve(path.dirname(routes), page), ...modules.map((module) => path.join(root, module))]
          const files = new Set([...around, ...all.flatMap((module) => filesOf(bundle, module))])
          const is = files.has(fileIn(forms)) ? 'formPage' : files.has(fileIn(common)) ? 'page' : 'lightPage'
          if (kind !== is) throw new Error(`in pages.ts ${screen} is a ${kind}, and begins with what a ${is} does`)
          const texts = [...new Set(['every-screen', ...areas.map(fileOfArea)])].map(textsOf)
          return [screen, { files: [...files], texts }] as const
        })
        const source = JSON.stringify(Object.fromEntries(pages))
        this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source })
        this.emitFile({ type: 'asset', fileName: 'rest.json', source: JSON.stringify(restOf(bundle)) })
      },
    },
  }
}

/** The screens in the table of routes, the module of each, its kind by what it shares with others, and its areas of texts. */
export function pagesIn(routes: string): [screen: string, module: string, kind: string, areas: string[]][] {
  return [...routes.matchAll(/^ {2}(\w+): (page|formPage|lightPage)\(\s*\(\) => import\('([^']+)'\),([^)]*)\)/gm)].map(
    ([, screen = '', kind = '', page = '', names = '']) => [
      screen,
      page,
      kind,
      [...names.matchAll(/'(\w+)'/g)].slice(1).map(([, area = '']) => area),
    ],
  )
}

/** Which file of texts an area is in, as the table of areas says it. */
function textFiles(areas: string): (area: string) => string {
  const groups = new Map(
    [...areas.matchAll(/const (\w+) = {\s*DE: \(\) => import\('\.\/de\/([\w-]+)\.ts'\)/g)].map(
      ([, name = '', file = '']) => [name, file],
    ),
  )
  const files = new Map(
    [...areas.matchAll(/^ {2}(\w+): area(?:In\((\w+),|\({\s*DE: \(\) => import\('\.\/de\/([\w-]+)\.ts'\))/gm)].map(
      ([, area = '', group = '', file]) => [area, file ?? groups.get(group)],
    ),
  )
  return (area) => {
    const file = files.get(area)
    if (!file) throw new Error(`areas.ts says of no file that it holds the texts ${area}`)
    return file
  }
}

/** Every piece of code with its styles, and the texts of each language. */
function restOf(bundle: Chunks): Record<string, string[]> {
  const rest: Record<string, string[]> = { all: [], DE: [], EN: [], FR: [] }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const language = /src\/i18n\/(de|en|fr)\//.exec(chunk.moduleIds.join(' '))?.[1]?.toUpperCase() ?? 'all'
    rest[language]?.push(`/${chunk.fileName}`, ...[...(chunk.viteMetadata?.importedCss ?? [])].map((css) => `/${css}`))
  }
  return rest
}

function chunkOf(bundle: Chunks, module: string): Rolldown.OutputChunk {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const own = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === module || moduleIds.includes(module))
  if (!own) throw new Error(`the build has no chunk of ${module}`)
  return own
}

const fileOf = (bundle: Chunks, module: string) => chunkOf(bundle, module).fileName

/** The chunk of a module with all that it imports, and their styles. */
function filesOf(bundle: Chunks, module: string): string[] {
  const own = chunkOf(bundle, module)
  const files = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
  }
  visit(own)
  return [...files]
}
