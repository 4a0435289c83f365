import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import type { MailboxSummary } from '#contract/mail/mailboxes'
import { renderUi } from '../../../../test/render.tsx'
import { loadTexts } from '../../../i18n/i18n.ts'
import { AttachmentsTab } from './AttachmentsTab.tsx'
import { type Message, messageOf } from './transfer.ts'
import { useAttachable } from './use-attachable.ts'
import type { Source } from './use-attachments.ts'
import type { useDraft } from './use-draft.ts'

beforeAll(() => loadTexts('composer'))
const mailbox = { id: 'm', maxMessageBytes: 25_000_000 } as MailboxSummary
const megabyte = 1024 * 1024

interface AttachingProps {
  message?: Message
  totalBytes: number
  addFiles: (files: readonly File[]) => void
}

const empty = messageOf({})
const nothing: Source = { data: [], error: null, refetch: () => {} }

function Attaching({ message = empty, totalBytes, addFiles }: AttachingProps) {
  const attached = [{ id: 'a', list: 'files' as const, name: 'Plan.pdf', mimeType: '', sizeByte: totalBytes }]
  return (
    <AttachmentsTab
      message={message}
      draft={{ arriving: [], addFiles, contentOf: async () => undefined } as unknown as ReturnType<typeof useDraft>}
      attachments={{ attached, totalBytes, ofContact: null, shared: nothing, gallery: nothing }}
      attachable={useAttachable(mailbox)}
      onChange={() => {}}
    />
  )
}

function attach(totalBytes: number) {
  const addFiles = vi.fn()
  const client = new QueryClient()
  const screenOf = (message?: Message) => (
    <QueryClientProvider client={client}>
      <Attaching totalBytes={totalBytes} addFiles={addFiles} {...(message ? { message } : {})} />
    </QueryClientProvider>
  )
  const { rerender } = renderUi(screenOf())
  const drop = async (size: number) => {
    const file = new File(['x'], 'Foto.jpg')
    Object.defineProperty(file, 'size', { value: size })
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, file)
  }
  return { addFiles, drop, write: (said: Partial<Message>) => rerender(screenOf(messageOf(said))) }
}

it('a file that exceeds the limit shown is refused when it is attached', async () => {
  const { addFiles, drop } = attach(10 * megabyte)
  expect(screen.getByText('Zusammen höchstens 17.4 MB')).toBeVisible()
  await drop(20 * megabyte)
  const said = 'Die Anhänge sind mit 30.0 MB zu gross. Das Postfach versendet höchstens 17.4 MB.'
  expect(await screen.findByText(said)).toBeVisible()
  expect(addFiles).not.toHaveBeenCalled()
  await drop(7 * megabyte)
  await waitFor(() => expect(addFiles).toHaveBeenCalledOnce())
  expect(screen.queryByText(said)).toBeNull()
})

it('the refusal of a file is shown until the message changes or it is closed', async () => {
  const { drop, write } = attach(10 * megabyte)
  await drop(20 * megabyte)
  expect(await screen.findByRole('alert')).toBeVisible()
  write({ subject: 'Pläne' })
  expect(screen.queryByRole('alert')).toBeNull()
  await drop(20 * megabyte)
  await userEvent.click(await screen.findByRole('button', { name: 'Schliessen' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('attachments that exceed the limit of the chosen mailbox are reported as well', () => {
  attach(30 * megabyte)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Die Anhänge sind mit 30.0 MB zu gross. Das Postfach versendet höchstens 17.4 MB.',
  )
})
