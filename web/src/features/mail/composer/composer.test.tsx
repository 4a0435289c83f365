import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Email } from '#contract/mail/emails'
import { renderUi } from '../../../../test/render.tsx'
import { loadTexts } from '../../../i18n/i18n.ts'
import { closeComposer, openComposer, useComposing } from './composer-store.ts'
import { isRecipient, RecipientField } from './RecipientField.tsx'
import { useReply } from './use-reply.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const render = (children: ReactNode) => renderUi(<QueryClientProvider client={client}>{children}</QueryClientProvider>)
beforeAll(() => loadTexts('composer'))

function Field() {
  const [value, setValue] = useState<string[]>([])
  return (
    <>
      <RecipientField label="Empfänger" value={value} onChange={setValue} />
      <output>{value.join(' | ')}</output>
    </>
  )
}

describe('recipients', () => {
  it.each([
    ['a@b', false],
    ['a@bc', true],
    ['@abc', false],
    ['abcd', false],
    ['Anna <a@b.ch>', true],
    ['Anna <@b.ch>', false],
  ])('%j is a recipient: %s', (typed, is) => expect(isRecipient(typed)).toBe(is))

  it('become chips with Enter, comma, semicolon, paste or leaving the field, each only once', async () => {
    const user = userEvent.setup({ delay: null })
    render(<Field />)
    const field = screen.getByRole('combobox', { name: 'Empfänger' })
    const status = screen.getByRole('status')
    await user.type(field, 'a@bc{Enter}c@de,f@gh;A@bc{Enter}')
    await user.paste('Anna <g@h.ch>; i@j.ch\nk@l.ch')
    await user.type(field, 'm@no')
    await user.tab()
    expect(status).toHaveTextContent('a@bc | c@de | f@gh | Anna <g@h.ch> | i@j.ch | k@l.ch | m@no')
    await user.click(field)
    await user.keyboard('{Backspace}')
    expect(status).not.toHaveTextContent('m@no')
  })

  it('are pasted in the formats of mail programs, with a comma in a name', async () => {
    const user = userEvent.setup({ delay: null })
    render(<Field />)
    await user.click(screen.getByRole('combobox', { name: 'Empfänger' }))
    await user.paste('Muster, Anna <a@b.ch>; Meier, Jan <j@k.ch>')
    await user.paste('c@de.ch, Frei, Ada <f@gh.ch>, Ida Kern <i@kl.ch>,"Roth, Uli" <u@r.ch>, m@no.ch\n')
    await user.paste('Huber, Eva <e@h.ch>')
    await user.tab()
    expect(screen.getByRole('status')).toHaveTextContent(
      'Muster, Anna <a@b.ch> | Meier, Jan <j@k.ch> | c@de.ch | Frei, Ada <f@gh.ch> | Ida Kern <i@kl.ch> | "Roth, Uli" <u@r.ch> | m@no.ch | Huber, Eva <e@h.ch>',
    )
  })

  it('that have not become chips are reported as being typed', async () => {
    const user = userEvent.setup({ delay: null })
    const typing = vi.fn<(typing: boolean) => void>()
    render(<RecipientField label="Empfänger" value={[]} onChange={() => {}} onTyping={typing} />)
    await user.type(screen.getByRole('combobox', { name: 'Empfänger' }), 'a@bc')
    expect(typing).toHaveBeenLastCalledWith(true)
    await user.tab()
    expect(typing).toHaveBeenLastCalledWith(false)
  })

  it('that are invalid stay as typed, and the field says why', async () => {
    const user = userEvent.setup({ delay: null })
    render(<Field />)
    const field = screen.getByRole('combobox', { name: 'Empfänger' })
    await user.type(field, 'anna{Enter}')
    expect(field).toHaveValue('anna')
    expect(screen.getByText('Das Feld muss eine valide E-Mail-Adresse sein')).toBeVisible()
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    await user.type(field, '@b.ch{Enter}')
    expect(screen.getByRole('status')).toHaveTextContent('anna@b.ch')
  })
})

function Shown() {
  const { current, next } = useComposing()
  return (
    <p>
      {current?.transfer.subject ?? 'zu'}, {next?.transfer.subject ?? 'nichts'}
    </p>
  )
}

const email = {
  ...{ id: 'e', direction: 'INCOMING', subject: 'Frage', from: { name: '', address: 'a@b.ch' }, html: '', text: 'x' },
  ...{ to: [], cc: [], replyTo: [], attachments: [], receivedAtUtc: '2026-01-01T00:00:00Z' },
} as unknown as Email

function Buttons() {
  const { reply, replyAll, forward } = useReply()
  return (
    <>
      <button type="button" onClick={() => reply(email)}>
        reply
      </button>
      <button type="button" onClick={() => replyAll(email)}>
        all
      </button>
      <button type="button" onClick={() => forward(email)}>
        forward
      </button>
      <Shown />
    </>
  )
}

describe('the composer', () => {
  afterEach(() => {
    closeComposer()
    closeComposer()
  })

  it('opens with the answer to an e-mail; another message waits behind it', async () => {
    const user = userEvent.setup({ delay: null })
    render(<Buttons />)
    await user.click(screen.getByRole('button', { name: 'reply' }))
    expect(screen.getByText('AW: Frage, nichts')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'forward' }))
    expect(screen.getByText('AW: Frage, WG: Frage')).toBeVisible()
  })

  it('opens the waiting message when it is closed', () => {
    render(<Shown />)
    openComposer({ subject: 'eins' })
    openComposer({ subject: 'zwei' })
    closeComposer()
    return screen.findByText('zwei, nichts')
  })
})
