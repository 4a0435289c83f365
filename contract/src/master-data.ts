import { crud, Text } from './endpoint.ts'
import { staff } from './permissions.ts'

const access = { read: staff, write: 'GENERAL_ADMIN_FUNCTIONS' } as const

/** The plain lists, a line each. */
export const masterData = {
  sectors: crud('/api/misc/sectors', 'sectors', { title: Text(255) }, access),
}
export type MasterDataName = keyof typeof masterData
