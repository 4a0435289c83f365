import { posix } from 'node:path'

const foundations = 'http|db|jobs|live|files'
const foundation = new RegExp(`^server/src/(?:(?:${foundations})/|(?!app\\.ts|main\\.ts|serve\\.ts)[^/]+\\.ts$)`)
/** Slice of a file: `mail/inbox`, or `contacts` for files directly in a room; undefined for the foundations. */
const slice = new RegExp(`^server/src/(?!(?:${foundations}|registries)/)([^/]+(?:/[^/]+(?=/))?)/`)
const sliceOf = (path) => slice.exec(path)?.[1]
const rulesFile = (slice) => `server/src/${slice}/${posix.basename(slice)}.ts`
/** Demo data: puts slices together like the app, and no slice imports it. */
const composers = /^server\/src\/demo\//
/** Lists that name what every slice contributes. */
const registry = /^server\/src\/registries\//
/** Fetching, reading and filing of messages, which all slices about mail build on. */
const mail = /^server\/src\/mail\/(transports|reading|filing)\//
/**
 * Folder of a foundation. `http`, `jobs` and `files` count as one, because they depend on each other through ctx; `db`
 * imports no other foundation, `live` may import all.
 */
const foundationOf = (path) => {
  const [, folder] = /^server\/src\/(http|db|jobs|live|files)\//.exec(path) ?? []
  return ['http', 'jobs', 'files'].includes(folder) ? 'http, jobs and files' : folder
}
const isTest = (path) => /\.test\.tsx?$/.test(path)

const ownOf = {
  '@mui/material/Avatar': 'web/src/ui/UserAvatar.tsx',
  '@mui/material/Box': 'web/src/ui/layout/Box.tsx',
  '@mui/material/Button': 'web/src/ui/buttons/Button.tsx',
  '@mui/material/ButtonBase': 'web/src/ui/buttons/PlainButton.tsx',
  '@mui/material/Checkbox': 'web/src/ui/fields/Checkbox.tsx',
  '@mui/material/IconButton': 'web/src/ui/buttons/IconButton.tsx',
  '@mui/material/Paper': 'web/src/ui/layout/Paper.tsx',
  '@mui/material/SvgIcon': 'web/src/ui/icons/create-icon.ts',
  '@mui/material/ToggleButtonGroup': 'web/src/ui/buttons/ToggleButtons.tsx',
  '@mui/material/Typography': 'web/src/ui/text/Typography.tsx',
}

/**
 * Rules: the files that a rule holds for, and the imports that it forbids in them (paths from the root, or packages).
 */
export const rules = [
  {
    name: 'the contract imports zod only',
    holdsFor: (file) => file.startsWith('contract/src/') && !isTest(file),
    forbids: (target) => target !== 'zod' && !target.startsWith('contract/src/'),
  },
  {
    name: 'the contract knows neither server nor web',
    holdsFor: (file) => file.startsWith('contract/'),
    forbids: (target) => /^(server|web)\//.test(target),
  },
  {
    name: 'the server never imports the web',
    holdsFor: (file) => file.startsWith('server/'),
    forbids: (target) => target.startsWith('web/'),
  },
  {
    name: 'the web never imports the server',
    holdsFor: (file) => file.startsWith('web/'),
    forbids: (target) => target.startsWith('server/'),
  },
  {
    name: 'what runs in production imports no test code',
    holdsFor: (file) => /^(contract|server|web)\/src\//.test(file) && !isTest(file),
    forbids: (target) => /^(server|web)\/(test|bench)\/|^e2e\//.test(target) || isTest(target),
  },
  {
    name: 'ui and the other foundations of the web know no feature and not the app',
    holdsFor: (file) => file.startsWith('web/src/') && !/^web\/src\/((features|app)\/|[^/]+$)/.test(file),
    forbids: (target) => /^web\/src\/(features|app)\//.test(target),
  },
  {
    name: 'features never import the app',
    holdsFor: (file) => file.startsWith('web/src/features/'),
    forbids: (target) => target.startsWith('web/src/app/'),
  },
  {
    name: 'what the ui draws in one component is not taken from the library, where it is several',
    holdsFor: (file) => file.startsWith('web/src/') && !isTest(file) && !Object.values(ownOf).includes(file),
    forbids: (target) => target in ownOf || target === '@mui/material',
  },
  {
    name: 'the kit of boards knows no kind of cards',
    holdsFor: (file) => file.startsWith('web/src/features/boards/'),
    forbids: (target) => /^web\/src\/features\/(?!boards\/|users\/people\/)/.test(target),
  },
  {
    name: 'the foundations of the server know no slice',
    holdsFor: (file) => foundation.test(file),
    forbids: (target) => sliceOf(target) !== undefined,
  },
  {
    name: 'a slice imports another one by its rules file only',
    holdsFor: (file) => sliceOf(file) !== undefined && !composers.test(file) && !isTest(file),
    forbids(target, file) {
      const other = sliceOf(target)
      return other !== undefined && other !== sliceOf(file) && !mail.test(target) && target !== rulesFile(other)
    },
  },
  {
    name: 'registries stand at the top, where app.ts and serve.ts alone import them',
    holdsFor: (file) => file.startsWith('server/src/') && !/^server\/src\/(app|serve)\.ts$/.test(file) && !isTest(file),
    forbids: (target, file) => registry.test(target) && !registry.test(file),
  },
  {
    name: 'only serve.ts imports the list of slices',
    holdsFor: (file) => file.startsWith('server/src/') && file !== 'server/src/serve.ts' && !isTest(file),
    forbids: (target) => /^server\/src\/(app|main)\.ts$/.test(target),
  },
]

/** Folder of a feature in the web, `orders/dossiers`, or a room itself, `contacts`; deeper folders belong to it. */
const featureOf = (path) => /^web\/src\/features\/([^/]+(?:\/[^/]+(?=\/))?)\//.exec(path)?.[1]

/** Folder of the web below features and app: `ui`, `theme`. */
const foundationOfWeb = (path) => /^web\/src\/(?!(?:features|app)\/)([^/]+)\//.exec(path)?.[1]

/** Parts that import each other in one direction only, so that each can be understood together with those below it. */
export const oneWay = [
  {
    name: 'slices import each other in one direction',
    partOf: (file) => (composers.test(file) ? undefined : sliceOf(file)),
  },
  {
    name: 'the foundations of the server import each other in one direction',
    partOf: (file) => foundationOf(file),
  },
  { name: 'the foundations of the web import each other in one direction', partOf: foundationOfWeb },
  { name: 'the folders of features import each other in one direction', partOf: featureOf },
]

/**
 * Checks the files against the rules; `read(file)` returns the text of a file. Returns one line per violation. A check
 * without files or imports, or a rule without files, counts as a violation, because it guards nothing.
 */
export function checkBoundaries({ files, read }) {
  const sources = files.filter((file) => /\.(ts|tsx|mts|mjs|js)$/.test(file) && !file.endsWith('.d.ts'))
  if (sources.length === 0) return ['0 files scanned']
  const imports = sources.map((file) => ({ file, targets: importsOf(file, read(file)) }))
  if (imports.every(({ targets }) => targets.length === 0)) return [`no import found in ${sources.length} files`]
  const idle = rules.filter((rule) => !sources.some((file) => rule.holdsFor(file)))
  const broken = imports.flatMap(({ file, targets }) =>
    targets.flatMap(({ target, line }) =>
      rules
        .filter((rule) => rule.holdsFor(file) && rule.forbids(target, file))
        .map((rule) => `${file}:${line} imports ${target}: ${rule.name}`),
    ),
  )
  return [...idle.map((rule) => `no file to hold for: ${rule.name}`), ...broken, ...oneWay.flatMap(circlesIn(imports))]
}

/** Returns the import cycles, each once: the imports from part to part. */
const circlesIn =
  (imports) =>
  ({ name, partOf }) => {
    const next = new Map()
    for (const { file, targets } of imports.filter(({ file }) => !isTest(file))) {
      for (const { target, line } of targets) {
        const [from, to] = [partOf(file), partOf(target)]
        if (!from || !to || from === to) continue
        if (!next.has(from)) next.set(from, new Map())
        if (!next.get(from).has(to)) next.get(from).set(to, `${file}:${line} imports ${target}`)
      }
    }
    const done = new Set()
    const circles = []
    function follow(part, path) {
      const since = path.indexOf(part)
      if (since >= 0) {
        const circle = [...path.slice(since), part]
        const steps = circle.slice(1).map((to, at) => next.get(circle[at]).get(to))
        circles.push(`${circle.join(' -> ')} (${steps.join(', ')}): ${name}`)
      }
      if (since >= 0 || done.has(part)) return
      for (const to of next.get(part)?.keys() ?? []) follow(to, [...path, part])
      done.add(part)
    }
    for (const part of next.keys()) follow(part, [])
    return circles
  }

const importForms = [
  /\bfrom\s*(['"])(?<target>[^'"\n]+)\1/g,
  /^\s*import\s*(['"])(?<target>[^'"\n]+)\1/gm,
  /\b(?:import|require|import\.meta\.resolve|vi\.mock)\(\s*(?:\/\*[^*]*\*\/\s*)?(['"`])(?<target>[^'"`\n]+)\1/g,
  /\bimport\.meta\.glob(?:<[^(]*>)?\(\s*\[?\s*(['"`])(?<target>[^'"`\n]+)\1/g,
  /\bnew URL\(\s*(['"`])(?<target>[^'"`\n]+)\1,\s*import\.meta\.url/g,
]

/** Returns the imports of a file in every form: as paths from the root of the repository or names of packages. */
export function importsOf(file, text) {
  return importForms
    .flatMap((form) => [...text.matchAll(form)])
    .map(({ index, groups }) => ({
      target: resolve(file, groups.target),
      line: text.slice(0, index).split('\n').length,
    }))
    .sort((one, other) => one.line - other.line)
}

function resolve(file, specifier) {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  return path.replace(/^#contract\/(.+)$/, 'contract/src/$1.ts')
}
