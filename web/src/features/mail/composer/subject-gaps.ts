import { fillText, placeholderPattern } from '#contract/lists/placeholders'

type LabelOf = (inner: string) => string

/** A subject as it is shown: `[Lieferdatum]` for a field that nobody has filled in. */
export const shownSubject = (subject: string, labelOf: LabelOf) => fillText(subject, (inner) => `[${labelOf(inner)}]`)

/** The other way round, for the fields that stood in the subject before: what is typed over one fills it. */
export function readSubject(shown: string, before: string, labelOf: LabelOf): string {
  const inners = [...before.matchAll(placeholderPattern)].map(([, inner = '']) => inner.trim())
  return inners.reduce((text, inner) => text.replace(`[${labelOf(inner)}]`, () => `{{${inner}}}`), shown)
}

/** Where the next gap of a shown subject stands, from a place on. */
export function gapIn(subject: string, labelOf: LabelOf, from: number): [start: number, end: number] | undefined {
  const shown = shownSubject(subject, labelOf)
  for (const [, inner = ''] of subject.matchAll(placeholderPattern)) {
    const words = `[${labelOf(inner.trim())}]`
    const start = shown.indexOf(words, from)
    if (start >= 0) return [start, start + words.length]
  }
  return undefined
}
