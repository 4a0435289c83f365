import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

const names = ['Kontakt', 'Dokumente', 'Flammen']

function Shown({ begin, onChange }: { begin: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(begin)
  return (
    <>
      <Tabs
        label="Teile"
        value={value}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(next) => {
          setValue(next)
          onChange(next)
        }}
      />
      <button type="button">dahinter</button>
    </>
  )
}

const show = (begin: string) => {
  const onChange = vi.fn()
  render(<Shown begin={begin} onChange={onChange} />)
  return { onChange, user: userEvent.setup() }
}
const tab = (name: string) => screen.getByRole('tab', { name })
const chosen = () => names.filter((name) => screen.queryByRole('tab', { name, selected: true }))

test('arrow keys move the focus along the tabs, and Enter selects', async () => {
  const { onChange, user } = show('Dokumente')
  await user.tab()
  expect(tab('Dokumente')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(tab('Flammen')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(tab('Kontakt')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(tab('Flammen')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(tab('Kontakt')).toHaveFocus()
  await user.keyboard('{End}')
  expect(tab('Flammen')).toHaveFocus()
  expect(onChange).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(chosen()).toEqual(['Flammen'])
  await user.click(tab('Flammen'))
  expect(onChange).toHaveBeenCalledOnce()
})

test('the tabs are one tab stop: the focused tab, otherwise the selected one', async () => {
  const { user } = show('Flammen')
  await user.tab()
  await user.keyboard('{Home}')
  await user.tab()
  expect(screen.getByRole('button', { name: 'dahinter' })).toHaveFocus()
  await user.tab({ shift: true })
  expect(tab('Flammen')).toHaveFocus()
})

test('tabs without a selected one can be focused', async () => {
  const { user } = show('')
  await user.tab()
  expect(tab('Kontakt')).toHaveFocus()
})

test('tabs can be focused after the focused one was removed', () => {
  const row = (shown: readonly string[]) => (
    <Tabs
      label="Teile"
      value="Kontakt"
      options={shown.map((name) => ({ value: name, label: name }))}
      onChange={() => undefined}
    />
  )
  const { rerender } = render(row(names))
  act(() => tab('Flammen').focus())
  rerender(row(['Kontakt', 'Dokumente']))
  expect(tab('Kontakt')).toHaveAttribute('tabindex', '0')
})
