import { fillText, placeholderPattern } from '#contract/lists/placeholders'

type LabelOf = (inner: string) => string

/** Formats a subject for display: `[Lieferdatum]` for an unfilled field. */
export const shownSubject = (subject: string, labelOf: LabelOf) => fillText(subject, (inner) => `[${labelOf(inner)}]`)

/** Converts a displayed subject back. Fields of the previous subject become placeholders again unless typed over. */
export function readSubject(shown: string, before: string, labelOf: LabelOf): string {
  const inners = [...before.matchAll(placeholderPattern)].map(([, inner = '']) => inner.trim())
  return inners.reduce((text, inner) => text.replace(`[${labelOf(inner)}]`, () => `{{${inner}}}`), shown)
}

/** Returns the next gap of a displayed subject from an index on. */
export function gapIn(subject: string, labelOf: LabelOf, from: number): [start: number, end: number] | undefined {
  const shown = shownSubject(subject, labelOf)
  for (const [, inner = ''] of subject.matchAll(placeholderPattern)) {
    const words = `[${labelOf(inner.trim())}]`
    const start = shown.indexOf(words, from)
    if (start >= 0) return [start, start + words.length]
  }
  return undefined
}
