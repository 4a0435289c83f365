import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { MailboxSummary } from '#contract/mail/mailboxes'
import { renderUi } from '../../../../test/render.tsx'
import { loadTexts } from '../../../i18n/i18n.ts'
import { messageOf, type Transfer } from './transfer.ts'
import type { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

const client = new QueryClient()
const mailbox = { id: 'm', maxMessageBytes: 1e6 } as MailboxSummary
beforeAll(() => loadTexts('composer', 'richText'))

function Missing({
  transfer,
  typing,
  from,
}: {
  transfer: Transfer
  typing: boolean
  from: MailboxSummary | undefined
}) {
  const { missing } = useSend({
    message: messageOf(transfer),
    mailbox: from,
    draft: {} as ReturnType<typeof useDraft>,
    typing,
    attachmentCount: 0,
    totalBytes: 0,
    attachable: { most: undefined, tooLarge: () => null },
    onSent: () => {},
    onOpenField: () => {},
  })
  return <output>{missing ?? 'kann gesendet werden'}</output>
}

it.each<[string, Transfer, boolean, MailboxSummary | undefined, string]>([
  ['nobody', {}, false, mailbox, 'Zum Senden fehlt ein Empfänger.'],
  ['copies alone', { cc: ['a@bc.ch'], bcc: ['d@ef.ch'] }, false, mailbox, 'Zum Senden fehlt ein Empfänger.'],
  ['a recipient', { to: ['a@bc.ch'] }, false, mailbox, 'kann gesendet werden'],
  ['a recipient that is being typed', {}, true, mailbox, 'kann gesendet werden'],
  ['a recipient and no mailbox', { to: ['a@bc.ch'] }, false, undefined, 'Zum Senden fehlt ein Postfach.'],
])('a message with %s can be sent, or says why not', (_name, transfer, typing, from, says) => {
  renderUi(
    <QueryClientProvider client={client}>
      <Missing transfer={transfer} typing={typing} from={from} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('status')).toHaveTextContent(says)
})
