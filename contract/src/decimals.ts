import { z } from 'zod'

interface Bounds {
  min: number
  max: number
  /** Digits after the point. */
  scale: number
}

/** Exact decimal as text, e.g. '12.5'. The bounds keep it short enough to compare it as a number without loss. */
export const Decimal = ({ min, max, scale }: Bounds) =>
  z
    .string()
    .trim()
    .superRefine((text, { addIssue }) => {
      const [whole, , digits = ''] = /^-?\d{1,15}(\.(\d+))?$/.exec(text) ?? []
      if (whole === undefined) addIssue({ code: 'custom', params: { code: 'NUMBER' } })
      else if (Number(text) < min) addIssue({ code: 'custom', params: { code: 'MIN', minimum: min } })
      else if (Number(text) > max) addIssue({ code: 'custom', params: { code: 'MAX', maximum: max } })
      else if (digits.length > scale) addIssue({ code: 'custom', params: { code: 'SCALE', count: scale } })
    })
    .meta({ format: 'decimal' })

/** Length greater than zero, in millimetres; up to 100 m. */
export const LengthInMm = Decimal({ min: 0.1, max: 100_000, scale: 2 })
/** Length in millimetres that may be zero; up to 100 m. */
export const MarginInMm = Decimal({ min: 0, max: 100_000, scale: 2 })
/** Weight of one metre or square metre, in kg. */
export const UnitWeight = Decimal({ min: 0.001, max: 10_000, scale: 4 })
/** Price of one metre or square metre, in CHF. */
export const UnitPrice = Decimal({ min: 0, max: 100_000, scale: 4 })
/** Side of a pallet, in cm. */
export const SideInCm = Decimal({ min: 0.1, max: 100_000, scale: 6 })
/** Weight of a product or a pallet, in kg. */
export const WeightInKg = Decimal({ min: 0, max: 100_000, scale: 6 })
/** Weight in kg, or side in cm, of a package. */
export const PackageMeasure = Decimal({ min: 1, max: 100_000, scale: 6 })
export const Percent = Decimal({ min: 0, max: 100, scale: 2 })
