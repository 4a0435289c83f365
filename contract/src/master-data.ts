import { LengthInMm, UnitPrice, UnitWeight } from './decimals.ts'
import { crud, Text } from './endpoint.ts'
import { staff } from './permissions.ts'

const access = { read: staff, write: 'GENERAL_ADMIN_FUNCTIONS' } as const
/** Lists that no screen of other staff selects from. */
const adminOnly = { read: 'GENERAL_ADMIN_FUNCTIONS', write: 'GENERAL_ADMIN_FUNCTIONS' } as const

/** The plain lists, a line each. */
export const masterData = {
  sectors: crud('/api/misc/sectors', 'sectors', { title: Text(255) }, access),
  steelTubes: crud(
    '/api/calculations/steel-tubes',
    'steel tubes',
    {
      title: Text(255),
      outerWidthInMm: LengthInMm,
      wallInMm: LengthInMm,
      stockLengthInMm: LengthInMm,
      weightPerMetreInKg: UnitWeight,
      pricePerMetre: UnitPrice,
    },
    adminOnly,
  ),
  woodFrames: crud(
    '/api/calculations/wood-frames',
    'materials of wood frames',
    {
      title: Text(255),
      fromPerimeterInMm: LengthInMm,
      toPerimeterInMm: LengthInMm,
      boardThicknessInMm: LengthInMm,
      weightPerSquareMetreInKg: UnitWeight,
      pricePerSquareMetre: UnitPrice,
    },
    adminOnly,
  ),
}
export type MasterDataName = keyof typeof masterData
