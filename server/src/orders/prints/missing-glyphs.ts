/** Whether the fonts of a document can draw a character. */
export type HasGlyph = (codePoint: number) => boolean

/** What stands for characters that the fonts do not have. */
export const gap = '[?]'

/** The part of the library's fonts that its types leave out. */
interface OpenedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

/** Returns whether all these fonts of a document have a character. */
export function openGlyphs(doc: PDFKit.PDFDocument, names: readonly string[]): HasGlyph {
  const fonts = names.map((name) => (doc.font(name) as unknown as { readonly _font: OpenedFont })._font.font)
  doc.font(names[0] ?? '')
  const known = new Map<number, boolean>()
  return (codePoint) => {
    const before = known.get(codePoint)
    if (before !== undefined) return before
    const has = fonts.every((font) => font.hasGlyphForCodePoint(codePoint))
    known.set(codePoint, has)
    return has
  }
}

const unusual = /[^\t\n\r -~\u00a0-\u024f]/u
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]$/u

/** Returns a text with one mark for each run of characters that cannot be drawn, instead of a box for each. */
export function withoutGaps(text: string, hasGlyph: HasGlyph): string {
  if (!unusual.test(text)) return text
  let whole = ''
  let inGap = false
  for (const sign of text) {
    const isUnseen = unseen.test(sign)
    const isDrawn = isUnseen || hasGlyph(sign.codePointAt(0) ?? 0)
    if (!isDrawn && !inGap) whole += gap
    if (isDrawn && !(inGap && isInside(sign))) whole += sign
    if (!isInside(sign)) inGap = !isDrawn
  }
  return whole
}

/** Whether a character belongs to the one before, as what joins and varies the parts of an emoji. */
const isInside = (sign: string) => /^\p{Default_Ignorable_Code_Point}$/u.test(sign)
