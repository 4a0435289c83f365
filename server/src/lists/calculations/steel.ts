import Big from 'big.js'
import type { SteelTubeAnswer, SteelTubeQuestion, TubeResult } from '#contract/lists/calculations'

export interface SteelTube {
  readonly id: string
  readonly title: string
  readonly stockLengthInMm: string
  readonly weightPerMetreInKg: string
  readonly pricePerMetre: string
}

interface Piece {
  readonly side: 'LENGTH' | 'WIDTH'
  readonly length: Big
}

/**
 * Calculates a rectangular frame of four mitred pieces around an inner length and width with a margin on every side,
 * and the material needed of each tube. Every piece uses its length and one saw cut.
 */
export function steelFrame(
  question: SteelTubeQuestion,
  tubes: readonly SteelTube[],
  sawCutInMm: string,
): SteelTubeAnswer {
  const { lengthInMm: length, widthInMm: width, marginInMm: margin } = question
  const sawCut = new Big(sawCutInMm)
  const long = new Big(length).plus(new Big(margin).times(2))
  const wide = new Big(width).plus(new Big(margin).times(2))
  const pieces: readonly Piece[] = [
    { side: 'LENGTH', length: long },
    { side: 'LENGTH', length: long },
    { side: 'WIDTH', length: wide },
    { side: 'WIDTH', length: wide },
  ]
  const sum = long.plus(wide).times(2)
  const total = sum.plus(sawCut.times(4))
  return {
    pieces: pieces.map(shown),
    sawCutInMm: text(sawCut),
    totalLengthInMm: text(total),
    steps: [
      { key: 'pieceLength', values: { length, margin }, result: text(long) },
      { key: 'pieceWidth', values: { width, margin }, result: text(wide) },
      { key: 'pieceSum', values: { pieceLength: text(long), pieceWidth: text(wide) }, result: text(sum) },
      { key: 'totalLength', values: { pieceSum: text(sum), sawCut: text(sawCut) }, result: text(total) },
    ],
    tubes: tubes.map((tube) => cutFrom(tube, pieces, sawCut, total)),
  }
}

function cutFrom(tube: SteelTube, pieces: readonly Piece[], sawCut: Big, total: Big): TubeResult {
  const stock = new Big(tube.stockLengthInMm)
  const longest = pieces.map(({ length }) => length.plus(sawCut)).reduce((a, b) => (a.gt(b) ? a : b))
  const common = {
    tubeRef: tube.id,
    title: tube.title,
    stockLengthInMm: text(stock),
    longestInMm: text(longest),
  }
  if (longest.gt(stock)) {
    const none = { wasteInMm: '0', weightInKg: '0', priceInChf: '0', stockPriceInChf: '0' }
    return { ...common, ...none, outcome: 'TOO_LONG', stockLengths: [], steps: [] }
  }
  const bars = firstFitDecreasing(pieces, stock, sawCut)
  const waste = stock.times(bars.length).minus(total)
  const weight = total.div(1000).times(tube.weightPerMetreInKg).round(3, Big.roundHalfUp)
  const price = total.div(1000).times(tube.pricePerMetre).round(2, Big.roundHalfUp)
  const stockPrice = stock.times(bars.length).div(1000).times(tube.pricePerMetre).round(2, Big.roundHalfUp)
  const { stockLengthInMm, weightPerMetreInKg, pricePerMetre } = tube
  const count = String(bars.length)
  const totalLength = text(total)
  return {
    ...common,
    outcome: 'OK',
    stockLengths: bars.map((bar) => ({ pieces: bar.pieces.map(shown), restInMm: text(bar.rest) })),
    wasteInMm: text(waste),
    weightInKg: text(weight),
    priceInChf: text(price),
    stockPriceInChf: text(stockPrice),
    steps: [
      { key: 'stockLengths', values: { stockLength: stockLengthInMm, sawCut: text(sawCut) }, result: count },
      { key: 'waste', values: { count, stockLength: stockLengthInMm, totalLength }, result: text(waste) },
      { key: 'weight', values: { totalLength, weightPerMetre: weightPerMetreInKg }, result: text(weight) },
      { key: 'price', values: { totalLength, pricePerMetre }, result: text(price) },
      { key: 'stockPrice', values: { count, stockLength: stockLengthInMm, pricePerMetre }, result: text(stockPrice) },
    ],
  }
}

interface Bar {
  pieces: Piece[]
  rest: Big
}

/** Assigns pieces to stock lengths, the longest first, each to the first one that fits it and its saw cut. */
function firstFitDecreasing(pieces: readonly Piece[], stock: Big, sawCut: Big): Bar[] {
  const bars: Bar[] = []
  for (const piece of pieces.toSorted((a, b) => b.length.cmp(a.length))) {
    const needed = piece.length.plus(sawCut)
    let bar = bars.find(({ rest }) => rest.gte(needed))
    if (!bar) {
      bar = { pieces: [], rest: stock }
      bars.push(bar)
    }
    bar.pieces.push(piece)
    bar.rest = bar.rest.minus(needed)
  }
  return bars
}

const shown = ({ side, length }: Piece) => ({ side, lengthInMm: text(length) })
const text = (value: Big) => value.toFixed()
