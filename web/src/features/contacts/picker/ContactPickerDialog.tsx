import { Suspense } from 'react'
import type { ContactRow } from '#contract/contacts/contacts'
import { lazyPart } from '../../../ui/rendering/lazy-part.tsx'
import { useOpened } from '../../../ui/rendering/use-opened.ts'
import type { Criteria } from './search-criteria.ts'

// loaded on demand, because the table is the largest code shared by screens
const ContactPicker = lazyPart(() => import('./ContactPicker.tsx'), 'ContactPicker')
export const loadAhead = ContactPicker.ahead

export interface PickerProps {
  open: boolean
  /** Purpose of the choice. Default: 'Kontakt suchen'. */
  title?: string
  /** Known data of the contact: prefilled in the search and searched at once. */
  known?: Criteria
  /** Called with the clicked contact. The caller closes the dialog. */
  onSelect: (contact: ContactRow) => void
  onCancel: () => void
  /** Offers to add a contact from the input. A caller that navigates must close the dialog first. */
  onNew?: (typed: Criteria) => void
}

/** Dialog that searches and selects a contact. Only its buttons close it. */
export function ContactPickerDialog({ onCancel, ...props }: PickerProps) {
  const opened = useOpened(props.open)
  return <Suspense>{opened && <ContactPicker {...props} onClose={onCancel} />}</Suspense>
}
