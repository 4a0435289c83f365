// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface CalcFactor {
  id: Generated<string>
  version: Generated<number>
  key: string
  title: string
  value: string
  unit: string
  description: Generated<string>
}

interface SteelTube {
  id: Generated<string>
  version: Generated<number>
  title: string
  outer_width_in_mm: string
  wall_in_mm: string
  stock_length_in_mm: string
  weight_per_metre_in_kg: string
  price_per_metre: string
}

interface WoodFrame {
  id: Generated<string>
  version: Generated<number>
  title: string
  from_perimeter_in_mm: string
  to_perimeter_in_mm: string
  board_thickness_in_mm: string
  weight_per_square_metre_in_kg: string
  price_per_square_metre: string
}

export interface CalculationsTables {
  calc_factor: CalcFactor
  steel_tube: SteelTube
  wood_frame: WoodFrame
}
