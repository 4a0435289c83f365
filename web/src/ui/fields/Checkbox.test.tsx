import FormControlLabel from '@mui/material/FormControlLabel'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { Checkbox } from './Checkbox.tsx'

const box = () => screen.getByRole('checkbox', { name: 'Alle' })

test('a checkbox is ticked by its label and by Space, and can be partially checked', async () => {
  const onTick = vi.fn()
  const shown = (state: object) => (
    <FormControlLabel
      label="Alle"
      control={<Checkbox {...state} onChange={({ target: { checked } }) => onTick(checked)} />}
    />
  )
  const { rerender } = renderUi(shown({ checked: false, indeterminate: true }))
  expect(box()).toBePartiallyChecked()
  await userEvent.click(screen.getByText('Alle'))
  expect(onTick).toHaveBeenLastCalledWith(true)
  // the parent has not changed the value
  expect(box()).toBePartiallyChecked()

  rerender(shown({ checked: true, indeterminate: false }))
  expect(box()).toBeChecked()
  expect(box()).not.toBePartiallyChecked()
  box().focus()
  await userEvent.keyboard(' ')
  expect(onTick).toHaveBeenLastCalledWith(false)
})

test('a checkbox is disabled by its label, and stays as it is without an onChange', async () => {
  const { rerender } = renderUi(<FormControlLabel label="Alle" disabled control={<Checkbox checked={false} />} />)
  expect(box()).toBeDisabled()
  expect(box().closest('.checkbox')).toHaveAttribute('data-disabled', 'true')

  const ref = createRef<HTMLInputElement>()
  rerender(<Checkbox aria-label="Alle" checked ref={ref} sx={{ p: 1 }} />)
  expect(ref.current).toBe(box())
  expect(box().closest('.checkbox')).toHaveStyle({ padding: '4px' })
  await userEvent.click(box())
  expect(box()).toBeChecked()
})
