import type { Contact } from '#contract/contacts/contacts'
import { useMay } from '../../../session/session.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import { CommentsView } from './CommentsView.tsx'

const readers = { work: 'CONTACT_COMMENT' } as const

export function ContactCommentsTab({ contact }: { contact: Contact }) {
  const may = useMay()
  const { commentId } = useScreenParams('contact', 'contactComment')
  const readOnly = !may('WRITE_COMMENTS') || contact.deletedAtUtc !== null
  return <CommentsView upstreamId={contact.id} readers={readers} named={commentId} readOnly={readOnly} />
}
