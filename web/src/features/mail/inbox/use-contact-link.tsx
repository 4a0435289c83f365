import { useTranslation } from 'react-i18next'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { useApiMutation } from '../../../api/hooks.ts'
import { useMay } from '../../../session/session.ts'
import { notify } from '../../../ui/snackbar.ts'
import { useConflict } from '../../../ui/use-conflict.tsx'
import { useContactName } from '../../contacts/use-contact-name.ts'
import { inboxTopic } from './taken.ts'

interface Link {
  readonly contactRef: string | null
}

/** Says whose a message is; whoever is the later of two is asked which contact holds. */
export function useContactLink(
  email: Email,
  latest: () => Email,
  onAnswer: (now: Email) => void,
  onLinked?: () => void,
) {
  const { t } = useTranslation('emails')
  const { t: ui } = useTranslation('ui')
  const may = useMay()
  const params = { id: email.id }
  const conflict = useConflict<Link, Email>({
    name: email.subject || t('list.noSubject'),
    fields: [{ name: 'contactRef', label: t('conflict.contactRef'), show: (ref) => <NameOf id={ref} /> }],
    valuesOf: ({ contactRef = null }) => ({ contactRef }),
  })
  const link = useApiMutation(emailApi.linkToContact, {
    quiet: ['STALE_VERSION'],
    onAnswer(now) {
      onLinked?.()
      onAnswer(now)
    },
  })
  const release = useApiMutation(emailApi.releaseContact, { quiet: ['STALE_VERSION'], onAnswer })

  async function set(wanted: Link, from = latest(), undone = false) {
    const before = { contactRef: from.contactRef }
    const mayUndo = may((before.contactRef ? emailApi.linkToContact : emailApi.releaseContact).allow)
    try {
      const now = await conflict.save(wanted, from, ({ contactRef }, version) =>
        contactRef
          ? link.mutateAsync({ params, query: { contactRef, version } })
          : release.mutateAsync({ params, query: { version } }),
      )
      const action = { label: ui('action.undo'), onClick: () => void set(before, now, true) }
      notify(now.contactName ? t('done.linked', { name: now.contactName }) : t('done.released'), {
        topic: inboxTopic,
        action: mayUndo && !undone ? action : undefined,
      })
    } catch {
      // the snackbar has told it, or the choice was left to the other
    }
  }

  return {
    link: (contactRef: string, from?: Email) => void set({ contactRef }, from),
    release: () => void set({ contactRef: null }),
    dialog: conflict.dialog,
  }
}

function NameOf({ id }: { id: string | null }) {
  const { t } = useTranslation('emails')
  const name = useContactName(id)
  return id === null ? t('message.noContact') : name
}
