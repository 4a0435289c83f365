import { posix } from 'node:path'

const foundations = 'http|db|jobs|live|files'
const foundation = new RegExp(`^server/src/(?:(?:${foundations})/|(?!app\\.ts|main\\.ts|serve\\.ts)[^/]+\\.ts$)`)
/** The slice of a file: `mail/inbox`, or `contacts` for what stands in a room itself; undefined for the foundations. */
const slice = new RegExp(`^server/src/(?!(?:${foundations}|registries)/)([^/]+(?:/[^/]+(?=/))?)/`)
const sliceOf = (path) => slice.exec(path)?.[1]
const rulesFile = (slice) => `server/src/${slice}/${posix.basename(slice)}.ts`
/** Puts slices together like the app does, and is imported by none. */
const composers = /^server\/src\/demo\//
/** The explicit lists that name what the slices bring along. */
const registry = /^server\/src\/registries\//
/** What a message is, how it is fetched and how it becomes an e-mail: the slices that deal with mail stand on it. */
const mail = /^server\/src\/mail\/(transports|reading|filing)\//
/**
 * Of the foundations the database stands on none of the others, and the live channel on all. What hands calls on to the rules, the
 * jobs that these write and the files that they store are one: all three are made of the ctx, and the ctx of them.
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

/** Each rule: for which files it holds, and which imports it forbids them. Both are paths from the root, or packages. */
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

/** Of the web a folder of a room, or the room itself: `orders/dossiers`, `contacts`; deeper ones are parts of it. */
const featureOf = (path) => /^web\/src\/features\/([^/]+(?:\/[^/]+(?=\/))?)\//.exec(path)?.[1]

/** Of the web what stands below features and the app: `ui`, `theme`. */
const foundationOfWeb = (path) => /^web\/src\/(?!(?:features|app)\/)([^/]+)\//.exec(path)?.[1]

/** Parts that import each other in one direction, so that each can be understood with those below it alone. */
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
 * Holds the files against the rules; `read(file)` answers a file's text. Returns what is wrong, a line each. Finding
 * nothing to check is wrong as well: a check that reads no file, or a rule that holds for none, guards nothing.
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

/** Each circle of parts once: the import from each of them to the next. */
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

/** What a file imports, in any form: as a path from the root of the repository or as the name of a package. */
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
