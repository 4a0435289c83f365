import { assigned } from '../assigned.ts'
import { crud, Title } from '../endpoint.ts'
import { fileStaff } from '../permissions.ts'

export const classificationApi = crud(
  '/api/document-classifications',
  'document classifications',
  { title: Title(255), ...assigned },
  { read: fileStaff, write: 'GENERAL_ADMIN_FUNCTIONS' },
)
