import { Suspense } from 'react'
import type { ContactRow } from '#contract/contacts/contacts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { useOpened } from '../../../ui/rendering/use-opened.ts'
import type { Criteria } from './search-criteria.ts'

// the table of what is found is the greatest piece of code of all that screens share
const ContactPicker = lazyPart(() => import('./ContactPicker.tsx'), 'ContactPicker')
export const loadAhead = ContactPicker.ahead

export interface PickerProps {
  open: boolean
  /** Says what the contact is chosen for; 'Kontakt suchen' without. */
  title?: string
  /** What is known of the contact: it stands in the fields, and is searched for at once. */
  known?: Criteria
  /** Called with the contact of the row that was clicked. The dialog stays open until the caller closes it. */
  onSelect: (contact: ContactRow) => void
  onCancel: () => void
  /** Offers to add a contact instead, from what was typed. A caller that leads elsewhere closes the dialog first, here as well. */
  onNew?: (typed: Criteria) => void
}

/** The quick contact search: finds one contact and hands it over. Nothing but its buttons closes it. */
export function ContactPickerDialog({ onCancel, ...props }: PickerProps) {
  const opened = useOpened(props.open)
  return <Suspense>{opened && <ContactPicker {...props} onClose={onCancel} />}</Suspense>
}
