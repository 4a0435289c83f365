import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')

export interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** Possible beginning of a pattern, tested because parsing is slow. A line ending with `/>` is a JSX element. */
const mayBegin = /(?<![<*\w)\]"'`./-])\/(?![/*]|>\s*$)/m

/** Returns all regular expressions of the product. */
export function patternsOfProduct(): Pattern[] {
  const files = globSync('{server,contract,web}/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/src\/demo\/|\/i18n\//.test(file))
    .toSorted()
  return files.flatMap((file) => {
    const found: Pattern[] = []
    const text = readFileSync(path.join(root, file), 'utf8')
    if (!mayBegin.test(text)) return found
    const { program } = parseSync(file, text)
    visit(program, ({ pattern, flags }) => found.push({ file, source: pattern, flags }))
    return found
  })
}

function visit(node: unknown, onPattern: (regex: { pattern: string; flags: string }) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node && node.regex) onPattern(node.regex as { pattern: string; flags: string })
  for (const below of Object.values(node)) visit(below, onPattern)
}

/**
 * Returns false for a pattern that looks a limited number of characters ahead from each position: its time is linear.
 */
export function repeatsWithoutEnd({ source }: Pattern): boolean {
  const signs = source
    .replace(/\\[1-9k]/g, '*')
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,\d*\}|\{\d\d/.test(signs)
}

/**
 * Returns generators of texts that may slow a pattern down: beginnings, repeated pieces and ends, made of its literals
 * and of common characters. Without `all`, repeated pairs have no beginning.
 */
export function textsFor({ source }: Pattern, all: boolean): ((length: number) => string)[] {
  const words = [...new Set(piecesOf(source).filter(Boolean))]
  const signs = [...new Set(words.join(''))].slice(0, 12)
  const common = ['a', 'A', '0', ' ', '\t', '\n', '\r\n', '.', '-', '<', '"', '=']
  const single = new Set([...common, ...signs, ...words])
  const pairs = new Set<string>()
  for (const one of [...words, ...signs]) {
    for (const other of ['a', 'aa', ' ', '0', ...words.slice(0, 4)]) pairs.add(one + other)
  }
  const beginnings = ['', 'a', ...words.slice(0, 3)]
  const ends = ['', '\u0001']
  const texts = (pumps: Set<string>, begins: string[]) =>
    [...pumps].flatMap((pump) =>
      begins.flatMap((begin) =>
        ends.map((end) => (length: number) => begin + pump.repeat(Math.ceil(length / pump.length)) + end),
      ),
    )
  return [...texts(single, beginnings), ...texts(pairs.difference(single), all ? beginnings : [''])]
}

/** Returns the literal parts of a pattern. */
function piecesOf(source: string): string[] {
  const cut = '\0'
  const token = /\\u([\da-f]{4})|\\[\da-z]|\\(.)|\[\^?|\{[\d,]+\}|[\]()?*+^$|.]|\?[<=!:]+/gi
  return source
    .replace(token, (_, code?: string, sign?: string) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : (sign ?? cut),
    )
    .split(cut)
}
