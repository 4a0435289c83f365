import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesBelow, root } from './files.mjs'

const sources = /\.(ts|tsx|mjs|css|html|sql|json)$/

/** Checks that the lock file pins packages by hashes and contains no download addresses. */
export function checkLockFile(text = readFileSync(join(root, 'package-lock.json'), 'utf8')) {
  const packages = Object.entries(JSON.parse(text).packages).filter(([path]) => path.includes('node_modules/'))
  const wrong = packages.flatMap(([path, { resolved, integrity, optional }]) => {
    if (resolved !== undefined) return [`${path} records a download address`]
    return integrity || optional ? [] : [`${path} has no integrity`]
  })
  return packages.length === 0 ? ['package-lock.json names no package'] : wrong
}

/** A comment that postpones work; TODO alone is a word of the product. */
const postponed = /(\/\/|\*|--|#)\s*TOD[O]\b|(\/\/|\*|--|#).*\bTOD[O]\s*[:(]|\bFIXM[E]\b/

/** A selector with :has() followed by any element: the browser would check the whole page for every new element. */
const restylesAll = /:has\((?:\[[^\]\n]*\]|[^'"`{[])*\)\s*[>+~ ]\s*[*:]/

/**
 * Checks texts for the sharp s, which Swiss spelling lacks, and sources for postponed work, slow selectors, `.only`.
 */
export function checkWords({ texts = textFiles(), files = sourceFiles(), read = readSource } = {}) {
  if (texts.length === 0 || files.length === 0) return ['0 files scanned']
  return [
    ...find(texts, read, /ß/, 'Swiss spelling has ss'),
    ...find(files, read, postponed, 'left for later'),
    ...find(files, read, restylesAll, 'has the whole page styled anew with each element that comes'),
    ...find(files, read, /\b(describe|it|suite|test)\.only\b/, 'leaves the other tests out'),
  ]
}

/** Last migration with functions; later ones belong in db/functions/, each once. */
const lastWithFunctions = '0110'
const makesFunction = /\bcreate\s+(or\s+replace\s+)?(constraint\s+)?(function|procedure|trigger)\b/i

/** Checks that migrations create no functions or triggers: a file in db/functions would replace them, or miss them. */
export function checkMigrations({ files = migrations(), read = readSource } = {}) {
  if (files.length === 0) return ['0 migrations scanned']
  const later = files.filter((file) => basename(file) > `${lastWithFunctions}_~`)
  return later.flatMap((file) =>
    makesFunction.test(read(file).replace(/--.*$/gm, ''))
      ? [`${file} makes a function or trigger: it belongs in server/src/db/functions`]
      : [],
  )
}

const migrations = () => filesBelow(['server/src/db/migrations'], /\.sql$/)
const textFiles = () => filesBelow(['web/src/i18n', 'contract/src'], /(?<!\.test)\.ts$/)
const sourceFiles = () => filesBelow(['contract', 'server', 'web', 'e2e', 'scripts'], sources)
const readSource = (file) => readFileSync(join(root, file), 'utf8')

function find(files, read, pattern, reason) {
  return files.flatMap((file) => {
    const lines = read(file).split('\n')
    return lines.flatMap((line, index) =>
      pattern.test(line) ? [`${file}:${index + 1} ${reason}: ${line.trim()}`] : [],
    )
  })
}
