import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderUi } from '../../../test/render.tsx'
import { ApiError } from '../../api/client.ts'
import { createStore, useStore } from '../../state/store.ts'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../forms/Form.tsx'
import { useEditing } from './use-editing.ts'

interface Row {
  version: number
  name: string
  city: string
}
type Values = Omit<Row, 'version'>

const schema = z.object({ name: z.string(), city: z.string() })
const valuesOf = ({ name, city }: Row): Values => ({ name, city })
const first: Row = { version: 1, name: 'Anna', city: 'Bern' }
const theirs: Row = { version: 2, name: 'Anna', city: 'Basel' }

type Update = (values: Values, version: number) => Promise<Row>

/** The row that the screen has loaded. */
const screenNow = createStore(first)

/** A form over a row that is reloaded when another user saves it, as in a list. */
function Editor({ update }: { update: Update }) {
  const row = useStore(screenNow)
  const fields = [
    { name: 'name', label: 'Name' },
    { name: 'city', label: 'Ort' },
  ] as const
  const editing = useEditing<Values, Row>(row, { name: row.name, fields, valuesOf })
  return (
    <Form
      schema={schema}
      defaultValues={valuesOf(row)}
      editing={editing}
      onSubmit={(values) => editing.save(values, update)}
    >
      <TextField name="name" label="Name" />
      <TextField name="city" label="Ort" />
      <button type="submit">Speichern</button>
    </Form>
  )
}

function start() {
  screenNow.set(first)
  let saved = first
  const update = vi.fn<Update>(async (values, version) => {
    if (version !== saved.version) throw new ApiError(409, { code: 'STALE_VERSION', current: saved, by: 'Beat' })
    saved = { ...values, version: version + 1 }
    screenNow.set(saved)
    return saved
  })
  renderUi(<Editor update={update} />)
  const others = (row: Row) =>
    act(() => {
      saved = row
      screenNow.set(row)
    })
  return { update, others }
}

const field = (name: string) => screen.getByRole('textbox', { name })
const hint = () => screen.queryByText(/Jemand hat das inzwischen geändert/)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Speichern' }))

it('a form without input shows what somebody else has saved', async () => {
  const { others, update } = start()
  others(theirs)
  expect(field('Ort')).toHaveValue('Basel')
  await userEvent.type(field('Name'), ' Frei')
  expect(hint()).toBeNull()
  await save()
  expect(update).toHaveBeenCalledExactlyOnceWith({ name: 'Anna Frei', city: 'Basel' }, 2)
})

it('a form with input keeps it, says that the record has changed, and compares both on saving', async () => {
  const { others, update } = start()
  await userEvent.type(field('Name'), ' Frei')
  expect(hint()).toBeNull()
  others(theirs)
  expect(hint()).toBeVisible()
  expect(field('Name')).toHaveValue('Anna Frei')
  expect(field('Ort')).toHaveValue('Bern')

  await save()
  expect(update).toHaveBeenLastCalledWith({ name: 'Anna Frei', city: 'Bern' }, 1)
  const dialog = await screen.findByRole('dialog', { name: '«Anna» wurde inzwischen geändert' })
  expect(dialog).toHaveTextContent('Beat hat inzwischen gespeichert.')
  await userEvent.click(screen.getByRole('button', { name: 'Auswahl speichern' }))
  expect(update).toHaveBeenLastCalledWith({ name: 'Anna Frei', city: 'Basel' }, 2)
  await waitFor(() => expect(field('Ort')).toHaveValue('Basel'))
  expect(hint()).toBeNull()

  await userEvent.type(field('Name'), '!')
  await save()
  expect(update).toHaveBeenLastCalledWith({ name: 'Anna Frei!', city: 'Basel' }, 3)
})

it('a form with input says nothing when its fields are unchanged by the other save', async () => {
  const { others, update } = start()
  await userEvent.type(field('Name'), ' Frei')
  others({ ...first, version: 2 })
  expect(hint()).toBeNull()
  expect(update).not.toHaveBeenCalled()
})

it('a form whose input is undone shows what somebody else has saved', async () => {
  const { others } = start()
  await userEvent.type(field('Name'), '!')
  others(theirs)
  await userEvent.type(field('Name'), '{Backspace}')
  expect(field('Ort')).toHaveValue('Basel')
  expect(hint()).toBeNull()
})

it('a form with input offers to compare field by field before saving', async () => {
  const { others, update } = start()
  await userEvent.type(field('Name'), ' Frei')
  others({ version: 2, name: 'Anna Maria', city: 'Basel' })
  await userEvent.click(screen.getByRole('button', { name: 'Vergleichen' }))
  await screen.findByRole('dialog', { name: '«Anna» wurde inzwischen geändert' })
  const mine = screen.getByRole('radiogroup', { name: 'Name' })
  expect(within(mine).getByRole('radio', { name: /Meine Fassung/ })).toBeChecked()
  expect(
    within(screen.getByRole('radiogroup', { name: 'Ort' })).getByRole('radio', { name: /Inzwischen/ }),
  ).toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Auswahl übernehmen' }))
  await waitFor(() => expect(field('Ort')).toHaveValue('Basel'))
  expect(field('Name')).toHaveValue('Anna Frei')
  expect(hint()).toBeNull()
  expect(update).not.toHaveBeenCalled()
  await save()
  expect(update).toHaveBeenCalledExactlyOnceWith({ name: 'Anna Frei', city: 'Basel' }, 2)
})
