import i18next, { type TFunction } from 'i18next'
import type { Email } from '#contract/mail/emails'
import { emailApi } from '#contract/mail/inbox'
import { mailboxApi } from '#contract/mail/mailboxes'
import { call } from '../../../api/client.ts'
import { useApi } from '../../../api/hooks.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatDateTime } from '../../../ui/dates/zone.ts'
import { openComposer } from './composer-store.ts'
import { forward, type ReplyWords, reply, replyAll } from './reply.ts'
import type { Transfer } from './transfer.ts'

/** Returns functions that open the composer below an e-mail to answer it, answer all or forward it. */
export function useReply() {
  const { t } = useTranslation('composer')
  const mailboxes = useApi(mailboxApi.list, {}, { quiet: true })
  const own = mailboxes.data?.map(({ address }) => address) ?? []
  const words = wordsIn(t)
  return {
    reply: (email: Email) => openComposer(reply(email, own, words), email.id),
    /** Answers in the panel, with additional content known to the screen. */
    replyBeside: (email: Email, known: Transfer) => openComposer({ ...reply(email, own, words), ...known }),
    replyAll: (email: Email) => openComposer(replyAll(email, own, words), email.id),
    forward: (email: Email) => openComposer(forward(email, words), email.id),
  }
}

/** Answers an e-mail by id from another screen, addressed to `to`. */
export async function replyElsewhere(id: string, to: string, contactRef: string): Promise<void> {
  const [email] = await Promise.all([call(emailApi.get, { params: { id } }), loadTexts('composer')])
  const words = wordsIn(i18next.getFixedT(null, 'composer'))
  openComposer({ ...reply(email, [], words), to: [to], contactRef })
}

function wordsIn(t: TFunction<'composer'>): ReplyWords {
  return {
    answer: t('reply.answer'),
    forward: t('reply.forward'),
    wrote: (who, at) => t('reply.wrote', { who, at }),
    from: t('reply.from'),
    to: t('reply.to'),
    cc: t('reply.cc'),
    date: t('reply.date'),
    subject: t('reply.subject'),
    forwardedMessage: t('reply.forwardedMessage'),
    formatDate: formatDateTime,
  }
}
