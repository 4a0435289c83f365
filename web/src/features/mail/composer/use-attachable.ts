import { attachableBytes } from '#contract/limits'
import type { MailboxSummary } from '#contract/mail/mailboxes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatFileSize } from '../../../ui/text/format.ts'

export interface Attachable {
  /** How much a mailbox sends; undefined until it is known which one it is. */
  readonly most: number | undefined
  /** The sentence about more than that. */
  readonly tooLarge: (bytes: number) => string | null
}

/** How much may go along with a message: said in one figure, from attaching to sending. */
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
