import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { renderUi } from '../../../../test/render.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { DecimalField } from './DecimalField.tsx'

it('a number keeps the unit typed after it until the field is left', async () => {
  renderUi(
    <Form
      id="f"
      label="Rohr"
      schema={z.object({ weight: z.string() })}
      defaultValues={{ weight: '' }}
      onSubmit={() => {}}
    >
      <DecimalField name="weight" label="Gewicht" unit="kg/m" />
    </Form>,
  )
  const field = screen.getByLabelText('Gewicht')
  await userEvent.type(field, '1,20 kg/m')
  expect(field).toHaveValue('1,20 kg/m')
  await userEvent.tab()
  expect(field).toHaveValue('1.20')
})
