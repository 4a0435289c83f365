import { useParams } from '@tanstack/react-router'
import type { Contact } from '#contract/contacts/contacts'
import { useMay } from '../../session/session.ts'
import { CommentsView } from './CommentsView.tsx'

export function ContactCommentsTab({ contact }: { contact: Contact }) {
  const may = useMay()
  const { commentId } = useParams({ strict: false }) as { commentId?: string }
  const readOnly = !may('WRITE_COMMENTS') || contact.deletedAtUtc !== null
  return <CommentsView upstreamId={contact.id} named={commentId} readOnly={readOnly} />
}
