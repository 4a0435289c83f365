import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { ApiError } from '../../api/client.ts'
import { useConflict } from './use-conflict.tsx'

interface Contact {
  version: number
  name: string
  city: string
  note: string
}
type Values = Omit<Contact, 'version'>

const fields = [
  { name: 'name', label: 'Name' },
  { name: 'city', label: 'Ort' },
  { name: 'note', label: 'Notiz' },
] as const
const saved: Contact = { version: 1, name: 'Anna', city: 'Bern', note: '' }
const mine: Values = { name: 'Anna Frei', city: 'Bern', note: 'neu' }
const current: Contact = { version: 2, name: 'Anna Muster', city: 'Basel', note: '' }

function Saver({
  send,
  onEnd,
}: {
  send: (values: Values, version: number) => Promise<string>
  onEnd: (end: unknown) => void
}) {
  const conflict = useConflict<Values, Contact>({
    name: 'Anna',
    fields,
    valuesOf: ({ version: _, ...values }) => values,
  })
  return (
    <>
      <button
        type="button"
        onClick={() => void conflict.save(mine, saved, (values, version) => send(values, version)).then(onEnd, onEnd)}
      >
        Speichern
      </button>
      {conflict.dialog}
    </>
  )
}

const staleWith = (now: Contact) => new ApiError(409, { code: 'STALE_VERSION', current: now, by: 'Beat' })

async function start() {
  const stale = staleWith(current)
  const send = vi.fn(async (_values: Values, version: number) => {
    if (version === 1) throw stale
    return 'gespeichert'
  })
  const onEnd = vi.fn()
  renderUi(<Saver send={send} onEnd={onEnd} />)
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  const dialog = await screen.findByRole('dialog', { name: '«Anna» wurde inzwischen geändert' })
  return { send, onEnd, stale, dialog }
}

it('fields changed by one person only are merged, and the user chooses the rest', async () => {
  const { send, onEnd, dialog } = await start()
  expect(dialog).toHaveTextContent('Beat hat inzwischen gespeichert.')
  const side = (field: string, name: RegExp) =>
    within(within(dialog).getByRole('radiogroup', { name: field })).getByRole('radio', { name })
  expect(side('Name', /Meine Fassung/)).toBeChecked()
  expect(side('Ort', /Inzwischen gespeichert/)).toBeChecked()
  expect(side('Notiz', /Meine Fassung/)).toBeChecked()
  await userEvent.click(side('Name', /Anna Muster/))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Auswahl speichern' }))
  expect(send).toHaveBeenLastCalledWith({ name: 'Anna Muster', city: 'Basel', note: 'neu' }, 2)
  expect(onEnd).toHaveBeenCalledWith('gespeichert')
})

it('cancelling saves nothing', async () => {
  const { send, onEnd, stale, dialog } = await start()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abbrechen' }))
  expect(send).toHaveBeenCalledOnce()
  expect(onEnd).toHaveBeenCalledWith(stale)
})

it('nothing is asked when the other person changed none of the fields', async () => {
  const send = vi.fn(async (_values: Values, version: number) => {
    if (version === 1) throw staleWith({ ...saved, version: 2 })
    return 'gespeichert'
  })
  const onEnd = vi.fn()
  renderUi(<Saver send={send} onEnd={onEnd} />)
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith('gespeichert'))
  expect(send).toHaveBeenLastCalledWith(mine, 2)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('nothing is asked when both made the same change', async () => {
  const send = vi.fn(async (_values: Values, version: number) => {
    if (version === 1) throw staleWith({ version: 2, ...mine })
    return 'gespeichert'
  })
  const onEnd = vi.fn()
  renderUi(<Saver send={send} onEnd={onEnd} />)
  await userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(onEnd).toHaveBeenCalledWith('gespeichert')
  expect(send).toHaveBeenLastCalledWith(mine, 2)
})

it.each(['before the answer', 'with the question open'])(
  'who leaves the screen %s is told that nothing was saved',
  async (when) => {
    let refuse = (_error: unknown) => {}
    const send = vi.fn(() => new Promise<string>((_, reject) => (refuse = reject)))
    const onEnd = vi.fn()
    const { rerender } = renderUi(<Saver send={send} onEnd={onEnd} />)
    await userEvent.click(screen.getByRole('button', { name: 'Speichern' }))
    const stale = staleWith(current)
    if (when === 'before the answer') rerender(<p>Anderswo</p>)
    refuse(stale)
    if (when === 'with the question open') {
      await screen.findByRole('dialog')
      rerender(<p>Anderswo</p>)
    }
    expect(await screen.findByText(`Anna: ${stale.message}`)).toBeVisible()
    expect(onEnd).toHaveBeenCalledWith(stale)
    expect(send).toHaveBeenCalledOnce()
  },
)
