import { useMutation } from '@tanstack/react-query'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { call } from '../../../api/client.ts'
import { changeThen, useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useConflict } from '../../../ui/conflicts/use-conflict.tsx'
import { notify } from '../../../ui/notices/snackbar.ts'
import { useContactName } from '../../contacts/use-contact-name.ts'
import { takeBack } from './set-work.ts'
import { inboxTopic } from './taken.ts'

interface Link {
  readonly contactRef: string | null
}

interface Linked extends Link {
  readonly id: string
  readonly version: number
}

interface Back {
  readonly before: Link
  readonly now: Email
}

/** Links a message to a contact; asks if another user has linked it meanwhile. */
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

  const settingBack = useMutation({ mutationFn: ({ before, now }: Back) => setLinkBack(before, now, { onAnswer }) })

  const tell = ({ contactName }: Email, action?: { label: string; onClick: () => void }) =>
    notify(contactName ? t('done.linked', { name: contactName }) : t('done.released'), { topic: inboxTopic, action })

  async function set(wanted: Link, from = latest()) {
    const before = { contactRef: from.contactRef }
    const mayUndo = may((before.contactRef ? emailApi.linkToContact : emailApi.releaseContact).allow)
    try {
      const now = await conflict.save(wanted, from, ({ contactRef }, version) =>
        contactRef
          ? link.mutateAsync({ params, query: { contactRef, version } })
          : release.mutateAsync({ params, query: { version } }),
      )
      // does not ask on conflict, because the pane may be closed by then
      const undo = () => changeThen(settingBack, { before, now }, (back) => tell(back))
      tell(now, mayUndo ? { label: ui('action.undo'), onClick: undo } : undefined)
    } catch {
      // reported by the snackbar, or the user kept the other version
    }
  }

  return {
    link: (contactRef: string, from?: Email) => void set({ contactRef }, from),
    release: () => void set({ contactRef: null }),
    dialog: conflict.dialog,
  }
}

export const setLinkBack = (
  { contactRef }: Link,
  now: Linked,
  options: { onAnswer?: (back: Email) => void } = {},
): Promise<Email> =>
  takeBack(
    now,
    (current) => current.contactRef === now.contactRef,
    ({ id, version }) =>
      contactRef
        ? call(emailApi.linkToContact, { params: { id }, query: { contactRef, version } }, options)
        : call(emailApi.releaseContact, { params: { id }, query: { version } }, options),
  )

function NameOf({ id }: { id: string | null }) {
  const { t } = useTranslation('emails')
  const name = useContactName(id)
  return id === null ? t('message.noContact') : name
}
