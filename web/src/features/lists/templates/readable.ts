import { knownFieldNames, placeholderPattern } from '#contract/lists/placeholders'

type LabelOf = (inner: string) => string

/** A text with the names of its placeholders instead of what stands between their braces. */
export const readable = (text: string, labelOf: LabelOf): string =>
  text.replace(placeholderPattern, (_, inner: string) => `[${labelOf(inner)}]`)

/** The way back: the names of fields, and of the placeholders that stood there before, are placeholders again. */
export function written(text: string, before: string, labelOf: LabelOf): string {
  const inners = [...knownFieldNames, ...[...before.matchAll(placeholderPattern)].map(([, inner = '']) => inner)]
  const byLabel = new Map(inners.map((inner) => [labelOf(inner), inner]))
  return text.replace(/\[([^[\]]+)\]/g, (whole, label: string) => {
    const inner = byLabel.get(label)
    return inner === undefined ? whole : `{{${inner}}}`
  })
}
