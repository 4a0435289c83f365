const hebrewOrArabic = /[\p{Script=Hebrew}\p{Script=Arabic}\u0660-\u0669]/u

/** Whether any of a text is read from right to left, or taken for it by the library, as Arabic digits are. */
export const hasRightToLeft = (text: string): boolean => hebrewOrArabic.test(text)

const pieces =
  /\p{Nd}[\p{Nd}.,:/]*|[\p{Script=Hebrew}\p{Script=Arabic}][\p{Script=Hebrew}\p{Script=Arabic}\p{Mn}\u0640\u200c\u200d]*|\p{L}[\p{L}\p{Mn}\p{Nd}]*|./gsu

const tailOfNumber = /(?<![.,:/])[.,:/]+$/
const arabicDigit = /^[\u0660-\u0669\u06f0-\u06f9]/

type Direction = 'left' | 'right'

/**
 * A line in pieces as they stand from left to right on a screen: the library turns each word that is read from right to left,
 * and leaves the words in the order in which they are read. It turns numbers of Arabic digits as well, which are therefore given turned.
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

/** What ends a sentence or a part of it behind a number is none of the number. */
function withoutTail(piece: string): string[] {
  const at = /^\p{Nd}/u.test(piece) ? piece.search(tailOfNumber) : -1
  return at < 0 ? [piece] : [piece.slice(0, at), ...piece.slice(at)]
}

const asGiven = (piece: string) => (arabicDigit.test(piece) ? [...piece].reverse().join('') : piece)

/**
 * Into which direction each piece is read: a number as what stands before it, blanks and punctuation as both of their
 * neighbours; a line of paper begins at the left.
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
