import { attachableBytes } from '#contract/limits'
import type { MailboxSummary } from '#contract/mail/mailboxes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatFileSize } from '../../../ui/text/format.ts'

export interface Attachable {
  /** Maximum total size in bytes; undefined while the mailbox is unknown. */
  readonly most: number | undefined
  /** Returns a message if the size exceeds the limit. */
  readonly tooLarge: (bytes: number) => string | null
}

/** Returns the limit for attachments, used both for attaching and for sending. */
export function useAttachable(mailbox: MailboxSummary | undefined): Attachable {
  const { t } = useTranslation('composer')
  const most = mailbox && attachableBytes(mailbox.maxMessageBytes)
  return {
    most,
    tooLarge: (bytes) =>
      most !== undefined && bytes > most
        ? t('tooLarge', { size: formatFileSize(bytes), limit: formatFileSize(most) })
        : null,
  }
}
