import Big from 'big.js'
import type { WoodFrameAnswer, WoodFrameQuestion, woodPartNames } from '#contract/lists/calculations'

export interface WoodMaterial {
  readonly id: string
  readonly title: string
  readonly fromPerimeterInMm: string
  readonly toPerimeterInMm: string
  readonly boardThicknessInMm: string
  readonly weightPerSquareMetreInKg: string
  readonly pricePerSquareMetre: string
}

interface Part {
  readonly part: (typeof woodPartNames)[number]
  readonly count: number
  readonly width: string
  readonly height: string
}

/** Calculates the boards of a wood frame, with weight and price in the one material that fits the perimeter. */
export function woodFrame(
  question: WoodFrameQuestion,
  materials: readonly WoodMaterial[],
  offcutPercent: string,
): WoodFrameAnswer {
  const parts = partsOf(question).map((part) => ({ ...part, area: areaOf(part) }))
  const sum = parts.reduce((total, { area }) => total.plus(area), new Big(0))
  const area = sum.times(new Big(offcutPercent).plus(100)).div(100)
  const steps: WoodFrameAnswer['steps'] = [
    ...parts.map(({ part, count, width, height, area }) => ({
      key: part,
      values: { count: String(count), width, height },
      result: text(area),
    })),
    { key: 'areaSum', values: {}, result: text(sum) },
    { key: 'offcut', values: { areaSum: text(sum), percent: offcutPercent }, result: text(area) },
  ]
  const holding = materials.filter((material) => spanHolds(material, question.perimeter))
  const answer: WoodFrameAnswer = {
    outcome: holding.length === 1 ? 'OK' : holding.length === 0 ? 'NO_SPAN' : 'OVERLAPPING',
    materials: holding.map(({ id, title, boardThicknessInMm }) => ({ id, title, boardThicknessInMm })),
    parts: parts.map(({ part, count, width, height, area }) => ({
      part,
      count,
      widthInMm: width,
      heightInMm: height,
      areaInSquareMetres: text(area),
    })),
    areaInSquareMetres: text(area),
    weightInKg: null,
    priceInChf: null,
    steps,
  }
  const [material, another] = holding
  if (!material || another) return answer
  const { weightPerSquareMetreInKg: weightPerSquareMetre, pricePerSquareMetre } = material
  const weight = text(area.times(weightPerSquareMetre).round(3, Big.roundHalfUp))
  const price = text(area.times(pricePerSquareMetre).round(2, Big.roundHalfUp))
  steps.push(
    { key: 'weight', values: { area: text(area), weightPerSquareMetre }, result: weight },
    { key: 'price', values: { area: text(area), pricePerSquareMetre }, result: price },
  )
  return { ...answer, weightInKg: weight, priceInChf: price }
}

function partsOf(question: WoodFrameQuestion): Part[] {
  const { lengthInMm: length, heightInMm: height, depthInMm: depth, tray, partitionWall, backWall } = question
  return [
    { part: 'SIDES', count: 2, width: depth, height },
    { part: 'TOP_AND_BOTTOM', count: 2, width: length, height: depth },
    ...(tray ? [{ part: 'TRAY', count: 1, width: length, height: depth } as const] : []),
    ...(partitionWall ? [{ part: 'PARTITION_WALL', count: 1, width: depth, height } as const] : []),
    ...(backWall ? [{ part: 'BACK_WALL', count: 1, width: length, height } as const] : []),
  ]
}

/** Area in square metres. */
const areaOf = ({ count, width, height }: Part) => new Big(width).times(height).times(count).div(1_000_000)

/** The span includes both ends. */
const spanHolds = ({ fromPerimeterInMm, toPerimeterInMm }: WoodMaterial, perimeter: string) =>
  new Big(fromPerimeterInMm).lte(perimeter) && new Big(toPerimeterInMm).gte(perimeter)

const text = (value: Big) => value.toFixed()
