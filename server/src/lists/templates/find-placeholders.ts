import { type KnownField, parsePlaceholder, placeholderPattern } from '#contract/lists/placeholders'
import type { InvalidKey } from '#contract/sentences/issue'
import { decodeText, parts, plainText } from '../../files/html-text.ts'

/** What is wrong with a placeholder, and its position. */
export interface PlaceholderFault {
  readonly invalid: InvalidKey
  readonly values: { readonly placeholder: string; readonly line: number; readonly around: string }
}

/** Largest number of faults that are reported. */
const shown = 20

/** Returns the faults of the placeholders in clean HTML (or in one line of plain text), in the order of the text. */
export function placeholderFaults(html: string, allowed: readonly KnownField[]): PlaceholderFault[] {
  const found: { invalid: InvalidKey; placeholder: string; line: number; column: number }[] = []
  const lines = ['']
  for (const part of parts(html)) {
    const line = lines.length
    const before = lines[line - 1] ?? ''
    if (part.startsWith('<')) {
      if (part.includes('{{')) {
        const placeholder = /\{\{[^}"]*\}{0,2}/.exec(part)?.[0] ?? part
        found.push({ invalid: 'placeholderNotHere', placeholder, line, column: before.length })
      }
      if (/^<br\b/.test(part) || (/^<(p|h\d|pre)\b/.test(part) && before !== '')) lines.push('')
      continue
    }
    const text = decodeText(part)
    for (const [index, placeholder, inner] of bracesOf(text)) {
      const invalid = faultOf(inner, allowed)
      if (invalid) found.push({ invalid, placeholder, line, column: before.length + index })
    }
    lines[line - 1] = before + text
  }
  return found.slice(0, shown).map(({ invalid, placeholder, line, column }) => ({
    invalid,
    values: { placeholder, line, around: around(lines[line - 1] ?? '', column, placeholder.length) },
  }))
}

function faultOf(inner: string | undefined, allowed: readonly KnownField[]): InvalidKey | null {
  if (inner === undefined) return 'brokenPlaceholder'
  const read = parsePlaceholder(inner)
  if (read === 'unknown') return 'unknownPlaceholder'
  if (read === 'operator') return 'wrongOperator'
  return allowed.includes(read.field) ? null : 'placeholderNotHere'
}

/** Returns the fields that clean HTML or a line of text contains. */
export function fieldsIn(html: string): KnownField[] {
  const fields = [...plainText(html).matchAll(placeholderPattern)].map(([, inner = '']) => parsePlaceholder(inner))
  return [...new Set(fields.flatMap((read) => (typeof read === 'string' ? [] : [read.field])))]
}

/** Returns placeholders with their content, and single braces whose other half is missing. */
const bracesOf = (text: string) =>
  [...text.matchAll(/\{\{([^{}]*)\}\}|\{\{|\}\}/g)].map((match) => [match.index, match[0], match[1]] as const)

function around(line: string, at: number, length: number): string {
  const from = Math.max(0, at - 20)
  const to = at + length + 20
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`
}
