import { createContext, type ReactNode, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import type { Dossier } from '#contract/orders/dossiers'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'

/** What of the contact came with the dossier, and all of it once that is there. */
export type KnownContact = Pick<Contact, 'id' | 'fullName' | 'customerType' | 'uidCheck' | 'eoriCheck'>

interface Known {
  known: KnownContact | undefined
  whole: Contact | undefined
}

const Known = createContext<Known>({ known: undefined, whole: undefined })

/** Gives the parts of the editor the contact that the form names now. */
export function DossierContact({ dossier, children }: { dossier: Dossier; children: ReactNode }) {
  const may = useMay()
  const id: string = useWatch({ name: 'dossier.contactRef' })
  const whole = useApi(contactApi.get, { params: { id } }, { enabled: may('CONTACT_READ') }).data
  const known = whole ?? (dossier.contact.id === id ? dossier.contact : undefined)
  return <Known value={{ known, whole }}>{children}</Known>
}

export const useKnownContact = () => useContext(Known).known
export const useWholeContact = () => useContext(Known).whole
