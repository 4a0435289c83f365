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

interface EmailSignature {
  id: Generated<string>
  version: Generated<number>
  content: string
  only_one: Generated<boolean>
}

interface MailTemplate {
  id: Generated<string>
  version: Generated<number>
  title: string
  subject: Generated<string>
  content: Generated<string>
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

interface TemplateDocument {
  id: Generated<string>
  template_id: string
  document_id: string
  position: number
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

export interface TemplatesAndCalculationsTables {
  calc_factor: CalcFactor
  email_signature: EmailSignature
  mail_template: MailTemplate
  steel_tube: SteelTube
  template_document: TemplateDocument
  wood_frame: WoodFrame
}
