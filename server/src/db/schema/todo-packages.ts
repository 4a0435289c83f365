// Written by `npm run types:db` from the migrated database.
import type { Generated } from '../column-types.ts'

interface TodoPackage {
  id: Generated<string>
  version: Generated<number>
  title: string
}

interface TodoTemplate {
  id: Generated<string>
  package_id: string
  position: number
  title: string
  activities: Generated<string>
  feedback: Generated<string>
  start_from: 'CURRENT_DATE' | 'DOSSIER_SELF_PICKUP' | 'DOSSIER_PICKUP' | 'DOSSIER_DELIVERY' | 'DOSSIER_PURCHASING_PICKUP' | 'DOSSIER_PAYMENT_PERIOD' | 'PROJECT_START' | 'PROJECT_END' | null
  start_operator: Generated<'ADD_DAYS' | 'SUBTRACT_DAYS'>
  start_days: Generated<number>
}

export interface TodoPackagesTables {
  todo_package: TodoPackage
  todo_template: TodoTemplate
}
