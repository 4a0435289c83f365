import { createContext, type ReactNode, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { type Contact, contactApi } from '#contract/contacts/contacts'
import { type Dossier, dossierApi } from '#contract/orders/dossiers'
import { useApi } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'

/** The part of the contact included in the dossier; the whole contact is loaded separately. */
export type KnownContact = Pick<Contact, 'id' | 'fullName' | 'companyName' | 'customerType' | 'uidCheck' | 'eoriCheck'>

type Parts = Pick<Contact, 'addresses' | 'phoneNumbers' | 'emailAddresses'>

interface Known {
  known: KnownContact | undefined
  whole: Contact | undefined
  parts: Parts | undefined
}

const Known = createContext<Known>({ known: undefined, whole: undefined, parts: undefined })

interface Props {
  flameId: string
  dossier: Dossier
  children: ReactNode
}

/** Provides the contact currently chosen in the form. */
export function DossierContact({ flameId, dossier, children }: Props) {
  const may = useMay()
  const id: string = useWatch({ name: 'dossier.contactRef' })
  const asked = useApi(contactApi.get, { params: { id } }, { enabled: may('CONTACT_READ'), quiet: ['ERASED'] })
  const isErased = asked.error?.status === 410
  const whole = isErased ? undefined : asked.data
  // an order keeps its references when the contact is erased
  const kept = useApi(dossierApi.keptParts, { params: { id: flameId } }, { enabled: isErased }).data
  const known = whole ?? (dossier.contact.id === id ? dossier.contact : undefined)
  return <Known value={{ known, whole, parts: whole ?? kept }}>{children}</Known>
}

export const useKnownContact = () => useContext(Known).known
export const useWholeContact = () => useContext(Known).whole
/** Returns the addresses and numbers of the contact; for an erased contact those kept by the order. */
export const useContactParts = () => useContext(Known).parts
