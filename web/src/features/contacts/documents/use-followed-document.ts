import { useEffect } from 'react'
import { contactDocumentApi } from '#contract/contacts/documents'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { useGo } from '../../../ui/navigation/screens.ts'
import { useContactParams } from '../use-contact-params.ts'

/** Loads the document named in the URL; if it belongs to another contact, navigates to that contact. */
export function useFollowedDocument(contactId: string): { named: string | undefined; missing: boolean } {
  const may = useMay()
  const go = useGo()
  const { attachmentId: named } = useContactParams()
  const enabled = named !== undefined && may('READ_CONTACT_DOCUMENTS')
  const { data, error } = useApi(contactDocumentApi.get, { params: { id: named ?? '' } }, { enabled, quiet: true })
  const owner = data?.contactRef
  useEffect(() => {
    if (named && owner && owner !== contactId)
      go('contactAttachment', { id: owner, attachmentId: named }, { replace: true })
  }, [named, owner, contactId, go])
  return { named, missing: error !== null }
}
