import { contactDocumentApi } from '#contract/contacts/documents'
import { useApi } from '../../../api/hooks.ts'

export const useDocumentCount = (contactId: string) =>
  useApi(contactDocumentApi.count, { params: { id: contactId } }, { quiet: true }).data?.count
