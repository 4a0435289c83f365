const hebrewOrArabic = /[\p{Script=Hebrew}\p{Script=Arabic}\u0660-\u0669]/u

/** Whether a text has characters that are read from right to left, or that the library treats so (Arabic digits). */
export const hasRightToLeft = (text: string): boolean => hebrewOrArabic.test(text)

const pieces =
  /\p{Nd}[\p{Nd}.,:/]*|[\p{Script=Hebrew}\p{Script=Arabic}][\p{Script=Hebrew}\p{Script=Arabic}\p{Mn}\u0640\u200c\u200d]*|\p{L}(?:(?![\p{Script=Hebrew}\p{Script=Arabic}])[\p{L}\p{Mn}\p{Nd}])*|./gsu

const tailOfNumber = /(?<![.,:/])[.,:/]+$/
const arabicDigit = /^[\u0660-\u0669\u06f0-\u06f9]/

type Direction = 'left' | 'right'

/**
 * Returns a line in pieces in their visual order from left to right. The library reverses each right-to-left word but
 * keeps the words in logical order. It also reverses numbers with Arabic digits, so these are passed reversed.
 */
export function inVisualOrder(line: string): string[] {
  const all = (line.match(pieces) ?? []).flatMap(withoutTail).map(asGiven)
  const read = directionsOf(all)
  const shown: string[] = []
  for (let at = 0; at < all.length; ) {
    const turned: string[] = []
    for (; read[at] === 'left'; at++) turned.push(mirrored(all[at] ?? ''))
    shown.push(...turned.reverse())
    for (; read[at] === 'right'; at++) shown.push(all[at] ?? '')
  }
  return shown
}

/** Splits punctuation off the end of a number. */
function withoutTail(piece: string): string[] {
  const at = /^\p{Nd}/u.test(piece) ? piece.search(tailOfNumber) : -1
  return at < 0 ? [piece] : [piece.slice(0, at), ...piece.slice(at)]
}

const asGiven = (piece: string) => (arabicDigit.test(piece) ? [...piece].reverse().join('') : piece)

/**
 * Returns the reading direction of each piece: a number follows the piece before it; blanks and punctuation follow
 * their neighbours if these agree, else left to right, the direction of the line.
 */
function directionsOf(all: readonly string[]): Direction[] {
  let before: Direction = 'right'
  let waiting = 0
  const read: Direction[] = []
  for (const piece of all) {
    const own = ownDirection(piece, before)
    if (own) {
      read.push(...Array<Direction>(waiting).fill(own === before ? own : 'right'), own)
      before = own
      waiting = 0
    } else waiting += 1
  }
  return [...read, ...Array<Direction>(waiting).fill('right')]
}

function ownDirection(piece: string, before: Direction): Direction | null {
  if (hasRightToLeft(piece)) return 'left'
  if (/^\p{L}/u.test(piece)) return 'right'
  return /^\p{Nd}/u.test(piece) ? before : null
}

const mirrors: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' },
  ...{ '«': '»', '»': '«', '<': '>', '>': '<' },
}
const mirrored = (piece: string) => mirrors[piece] ?? piece
