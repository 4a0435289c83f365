import { useState } from 'react'
import type { ContactRow } from '#contract/contacts/contacts'
import type { Email } from '#contract/mail/emails'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { followUp } from '../../../ui/dialogs/follow-up.ts'
import { ContactPickerDialog } from '../../contacts/picker/ContactPickerDialog.tsx'
import { BoardPickerDialog } from '../../orders/flames/BoardPickerDialog.tsx'
import { AssigneeDialog } from '../../users/people/AssigneeDialog.tsx'
import { knownSender, searchedBy } from '../beside/known-sender.ts'
import { FileDialog } from './FileDialog.tsx'
import { SourceDialog } from './SourceDialog.tsx'
import type { EmailActions } from './use-email-actions.tsx'
import type { DialogName } from './use-email-keys.ts'

interface Props {
  name: DialogName
  email: Email
  actions: EmailActions
  onClose: () => void
}

/** The dialogs of a message, one at a time. */
export function EmailDialogs({ name, email, actions, onClose }: Props) {
  const { t } = useTranslation('emails')
  const subject = email.subject || t('list.noSubject')
  if (name === 'assign') {
    return (
      <AssigneeDialog
        given={{ work: 'MAIL' }}
        title={t('action.assignTitle', { subject })}
        current={email.assigneeRef}
        onSelect={(userRef) => {
          onClose()
          actions.assign(userRef)
        }}
        onClose={onClose}
      />
    )
  }
  if (name === 'link') return <LinkDialog {...{ email, actions, onClose }} />
  if (name === 'file') return <FileDialog email={email} onClose={onClose} />
  if (name === 'source') return <SourceDialog email={email} subject={subject} onClose={onClose} />
  return <FlameDialog email={email} onClose={onClose} />
}

function LinkDialog({ email, actions, onClose }: Omit<Props, 'name'>) {
  const { t } = useTranslation('emails')
  // the contact when the search began; another user may link the message meanwhile
  const [from] = useState(email)
  return (
    <ContactPickerDialog
      open
      title={t('action.linkTitle')}
      known={knownOf(email)}
      onSelect={({ id }) => {
        onClose()
        actions.link(id, from)
      }}
      onCancel={onClose}
    />
  )
}

/** Returns the initial search; an outgoing message has no sender to search for. */
const knownOf = (email: Email) => (email.direction === 'INCOMING' ? searchedBy(knownSender(email)) : {})

/** Creates a flame for the contact of the message, or for one found by search; saving the flame links the message. */
function FlameDialog({ email, onClose }: { email: Email; onClose: () => void }) {
  const { t } = useTranslation('emails')
  const [chosen, setChosen] = useState<Pick<ContactRow, 'id' | 'fullName'>>()
  const [choosing, setChoosing] = useState(true)
  const linked = email.contactRef ? { id: email.contactRef, fullName: email.contactName ?? '' } : undefined
  const contact = linked ?? chosen
  if (!contact) {
    return (
      <ContactPickerDialog
        open={choosing}
        title={t('action.newFlameTitle')}
        known={knownOf(email)}
        onSelect={(row) => {
          setChoosing(false)
          void followUp().then(() => setChosen(row))
        }}
        onCancel={onClose}
      />
    )
  }
  return <BoardPickerDialog contact={contact} emailRef={email.id} onClose={onClose} />
}
