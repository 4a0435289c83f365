import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../../test/render.tsx'
import { setLanguage } from '../i18n/i18n.ts'
import { mayLeave, useUnsavedChanges } from './unsaved-changes.ts'

let settle = () => {}

function Typed() {
  settle = useUnsavedChanges(true).settle
  return null
}

it('asks nothing once it is settled, whatever is redrawn until the form is clean', async () => {
  renderUi(<Typed />)
  settle()
  // the sentences of the question are others now
  await act(() => setLanguage('EN'))
  expect(await mayLeave()).toBe(true)
  await act(() => setLanguage('DE'))
})
