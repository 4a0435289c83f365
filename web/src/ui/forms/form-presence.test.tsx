import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderUi } from '../../../test/render.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from './Form.tsx'
import { marksOf, nameAt } from './form-presence.ts'

const schema = z.object({ name: z.string(), articles: z.array(z.object({ id: z.string(), note: z.string() })) })
const values = { name: '', articles: ['a', 'b'].map((id) => ({ id, note: '' })) }

it('the form reports which field is edited, rows by their ids, whether there is input, and that the user leaves', async () => {
  const edits = vi.fn()
  const { unmount } = renderUi(
    <Form schema={schema} defaultValues={values} onSubmit={() => {}} presence={{ others: [], edits }}>
      <TextField name="name" label="Name" />
      <TextField name="articles.1.note" label="Notiz" />
      <TextField name="articles.0.note" label="Fest" readOnly />
      <button type="submit">Speichern</button>
    </Form>,
  )
  const last = () => edits.mock.lastCall?.[0]
  await userEvent.click(screen.getByRole('textbox', { name: 'Notiz' }))
  expect(last()).toEqual({ field: 'articles.b.note' })
  await userEvent.keyboard('x')
  expect(edits).toHaveBeenCalledWith({ isDirty: true })
  await userEvent.click(screen.getByRole('textbox', { name: 'Fest' }))
  expect(last()).toEqual({ field: '' })
  await userEvent.click(screen.getByRole('textbox', { name: 'Name' }))
  expect(last()).toEqual({ field: 'name' })
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  expect(last()).toEqual({ field: '' })
  unmount()
  expect(last()).toEqual({ field: '', isDirty: false })
})

it('the fields of others are marked by the order of the rows here, with any characters in their names escaped', () => {
  expect(nameAt('articles.b.note', values)).toBe('articles.1.note')
  const marks = marksOf(
    [
      { username: 'Anna', field: 'articles.b.note' },
      { username: 'Be"at\\', field: 'articles.b.note' },
      { username: 'Cora', field: '' },
    ],
    values,
  )
  expect(marks).toEqual({
    '& .MuiFormControl-root:has([name="articles\\.1\\.note"])': expect.objectContaining({
      '&::after': expect.objectContaining({ content: '"✎ Anna, Be\\22 at\\5c "' }),
    }),
  })
  expect(marksOf([{ username: 'Cora', field: '' }], values)).toBeUndefined()
})
