import type { NewMailbox } from '#contract/mail/mailboxes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { ConflictField } from '../../../ui/conflicts/ConflictDialog.tsx'
import { formatDate } from '../../../ui/dates/parse-date.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { bytesOfMb } from './mailbox-form.ts'

type Shown = { [K in keyof NewMailbox]?: { label: string; show?: (value: NewMailbox[K]) => string } }

/** Returns the fields of a mailbox for the conflict dialog, without secrets. */
export function useConflictFields(): ConflictField<NewMailbox>[] {
  const { t } = useTranslation('mailboxes')
  const { t: ui } = useTranslation('ui')
  const yesOrNo = (value: boolean) => ui(value ? 'value.yes' : 'value.no')
  const inOneLine = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
  const server = (one: NewMailbox['incoming']) =>
    one ? inOneLine([`${one.host}:${one.port}`, t(`security.${one.security}`), one.user]) : ''
  const office = (one: NewMailbox['office']) =>
    one
      ? inOneLine([
          one.user,
          one.tenantId,
          one.clientId,
          t(`protocol.${one.protocol}`),
          one.secretExpiresOn && formatDate(one.secretExpiresOn),
        ])
      : ''
  const fields: Shown = {
    title: { label: t('field.title') },
    address: { label: t('field.address') },
    senderName: { label: t('field.senderName') },
    incoming: { label: t('field.incoming'), show: server },
    outgoing: { label: t('field.outgoing'), show: server },
    office: { label: t('field.office'), show: office },
    folders: { label: t('field.folders'), show: inOneLine },
    deleteAfterDays: { label: t('field.deleteAfterDays') },
    marksSeen: { label: t('field.marksSeen'), show: yesOrNo },
    maxMessageBytes: { label: t('field.maxMessageMb'), show: (bytes) => formatNumber(bytes / bytesOfMb) },
    active: { label: t('field.active'), show: yesOrNo },
  }
  return Object.entries(fields).map(([name, field]) => ({ name, ...field }) as ConflictField<NewMailbox>)
}
