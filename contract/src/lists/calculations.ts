import { z } from 'zod'
import { Decimal, LengthInMm, MarginInMm } from '../decimals.ts'
import { ById, endpoint, Id, OptionalText, QueryFlag, Title, Version } from '../endpoint.ts'

/** Exact decimal in an answer. */
const Figure = z.string()

/**
 * Returns the schema of one step of a calculation, which the screen explains: `key` names the formula, `values` are its
 * inputs by name, `result` is its outcome.
 */
const step = <Key extends string>(keys: readonly [Key, ...Key[]]) =>
  z.object({ key: z.enum(keys), values: z.record(z.string(), Figure), result: Figure })

// --- factors -------------------------------------------------------------------------------------------------------

const factorFields = {
  title: Title(255),
  value: Decimal({ min: 0, max: 100_000, scale: 4 }),
  description: OptionalText(1000).default(''),
}
export const CalcFactor = z.object({ id: Id, version: Version, key: z.string(), unit: z.string(), ...factorFields })
export type CalcFactor = z.output<typeof CalcFactor>

// --- steel tubes ---------------------------------------------------------------------------------------------------

const frameStepKeys = ['pieceLength', 'pieceWidth', 'pieceSum', 'totalLength'] as const
const tubeStepKeys = ['stockLengths', 'waste', 'weight', 'price', 'stockPrice'] as const

export const SteelTubeQuestion = z.object({ lengthInMm: LengthInMm, widthInMm: LengthInMm, marginInMm: MarginInMm })
export type SteelTubeQuestion = z.output<typeof SteelTubeQuestion>

const Piece = z.object({ side: z.enum(['LENGTH', 'WIDTH']), lengthInMm: Figure })

const TubeResult = z.object({
  tubeRef: Id,
  title: z.string(),
  stockLengthInMm: Figure,
  /** TOO_LONG: a piece with its saw cut is longer than the stock, so nothing is cut from this tube. */
  outcome: z.enum(['OK', 'TOO_LONG']),
  /** Longest piece with its saw cut. */
  longestInMm: Figure,
  /** Pieces that are cut from each stock length; `restInMm` is left over. */
  stockLengths: z.array(z.object({ pieces: z.array(Piece), restInMm: Figure })),
  wasteInMm: Figure,
  weightInKg: Figure,
  priceInChf: Figure,
  /** Price of the whole stock lengths. */
  stockPriceInChf: Figure,
  steps: z.array(step(tubeStepKeys)),
})
export type TubeResult = z.output<typeof TubeResult>

export const SteelTubeAnswer = z.object({
  pieces: z.array(Piece),
  sawCutInMm: Figure,
  /** Length of all pieces with their saw cuts. */
  totalLengthInMm: Figure,
  steps: z.array(step(frameStepKeys)),
  tubes: z.array(TubeResult),
})
export type SteelTubeAnswer = z.output<typeof SteelTubeAnswer>

// --- wood frames ---------------------------------------------------------------------------------------------------

export const woodPartNames = ['SIDES', 'TOP_AND_BOTTOM', 'TRAY', 'PARTITION_WALL', 'BACK_WALL'] as const
const woodStepKeys = [...woodPartNames, 'areaSum', 'offcut', 'weight', 'price'] as const

export const WoodFrameQuestion = z.object({
  perimeter: LengthInMm,
  lengthInMm: LengthInMm,
  heightInMm: LengthInMm,
  depthInMm: LengthInMm,
  tray: QueryFlag.default(false),
  partitionWall: QueryFlag.default(false),
  backWall: QueryFlag.default(false),
})
export type WoodFrameQuestion = z.output<typeof WoodFrameQuestion>

export const WoodFrameAnswer = z.object({
  /** NO_SPAN: no material's span contains the perimeter; OVERLAPPING: several do, so the material is ambiguous. */
  outcome: z.enum(['OK', 'NO_SPAN', 'OVERLAPPING']),
  /** Materials whose span contains the perimeter. */
  materials: z.array(z.object({ id: Id, title: z.string(), boardThicknessInMm: Figure })),
  /** Number and size of the boards; the area is that of all boards of the part together. */
  parts: z.array(
    z.object({
      part: z.enum(woodPartNames),
      count: z.int(),
      widthInMm: Figure,
      heightInMm: Figure,
      areaInSquareMetres: Figure,
    }),
  ),
  areaInSquareMetres: Figure,
  /** Null unless exactly one material fits. */
  weightInKg: Figure.nullable(),
  priceInChf: Figure.nullable(),
  steps: z.array(step(woodStepKeys)),
})
export type WoodFrameAnswer = z.output<typeof WoodFrameAnswer>

/** Calculations; the tables themselves are plain lists: `masterData.steelTubes` and `masterData.woodFrames`. */
export const calculationApi = {
  steelTubes: endpoint({
    method: 'GET',
    path: '/api/calculations/steel-tubes/calc',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'A rectangular frame of four mitred pieces, for every tube there is',
    query: SteelTubeQuestion,
    shows: ['list'],
    response: SteelTubeAnswer,
  }),
  woodFrames: endpoint({
    method: 'GET',
    path: '/api/calculations/wood-frames/calc',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Area, weight and price of a wood frame, for the material whose span holds the perimeter',
    query: WoodFrameQuestion,
    shows: ['list'],
    response: WoodFrameAnswer,
  }),
  factors: endpoint({
    method: 'GET',
    path: '/api/calculations/factors',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'The factors that calculations use',
    shows: ['list'],
    response: z.array(CalcFactor),
  }),
  updateFactor: endpoint({
    method: 'PUT',
    path: '/api/calculations/factors/:id',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Change a factor; its unit belongs to the formula and stays',
    params: ById,
    body: z.object({ version: Version, ...factorFields }),
    response: CalcFactor,
  }),
}
