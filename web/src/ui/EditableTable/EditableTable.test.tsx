import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderUi } from '../../../test/render.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from '../forms/Form.tsx'
import { EditableTable } from './EditableTable.tsx'

const columns = [{ label: 'Produkt', width: '1fr' }]
const keys = ['one', 'other']
const drawn = vi.fn()
const cells = (path: string) => {
  drawn(path)
  return [<TextField key="product" name={`${path}.product`} label="Produkt" />]
}

let drawAgain: () => void = () => undefined
function Table() {
  const [times, setTimes] = useState(0)
  drawAgain = () => setTimes(times + 1)
  return <EditableTable name="rows" label={`Artikel ${times}`} columns={columns} keys={keys} cells={cells} />
}

it('rows that have not changed are not rendered again', async () => {
  renderUi(
    <Form
      schema={z.object({ rows: z.array(z.object({ product: z.string() })) })}
      defaultValues={{ rows: [{ product: 'Schale' }, { product: 'Kugel' }] }}
      onSubmit={() => undefined}
    >
      <Table />
    </Form>,
  )
  expect(await screen.findByDisplayValue('Kugel')).toBeVisible()
  drawn.mockClear()
  act(() => drawAgain())
  expect(screen.getByRole('table', { name: 'Artikel 1' })).toBeVisible()
  expect(drawn).not.toHaveBeenCalled()
})
