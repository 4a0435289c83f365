import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export const contactPath = (id: string): string => `/contacts/${encodeURIComponent(id)}`
export const attachmentPath = (id: string, attachmentId: string): string =>
  `${contactPath(id)}/attachments/${encodeURIComponent(attachmentId)}`
export const encounterPath = (id: string, encounterId: string): string =>
  `${contactPath(id)}/encounters/${encodeURIComponent(encounterId)}`
export const newContactPath = '/contacts/new'
export const contactsPath = '/contacts'
export const contactSearchPath = '/contactSearch'
export const duplicatesPath = '/duplicateContacts'
export const importPath = '/csvImport'

interface Where {
  search?: object
  replace?: boolean
}

/** `go(contactPath(id))` */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    (path: string, { search = {}, replace = false }: Where = {}) =>
      void navigate({ to: path, search: search as never, replace }),
    [navigate],
  )
}
