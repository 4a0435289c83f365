import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#contract/users/users'
import { renderUi } from '../../../test/render.tsx'
import { setCurrentUser } from '../../session/session.ts'
import { isKept, useKeptNotice, useKeptText } from './kept-input.ts'

const anna = { id: 'anna' } as CurrentUser
const beat = { id: 'beat' } as CurrentUser
const notice = /^Ihre nicht gespeicherten Eingaben sind aufbewahrt/

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
  setCurrentUser(null)
})

function Note({ name }: { name: string }) {
  const [text, setText] = useKeptText(name, '')
  return <textarea aria-label={name} value={text} onChange={({ target }) => setText(target.value)} />
}

function Page({ children }: { children?: React.ReactNode }) {
  useKeptNotice()
  return children
}

function type(name: string, text: string) {
  setCurrentUser(anna)
  const { unmount } = renderUi(<Note name={name} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
  return unmount
}
const endSession = (unmount: () => void) => {
  setCurrentUser(null)
  unmount()
}
const settle = () =>
  act(() => {
    vi.advanceTimersByTime(2100)
  })

it('there is no notice when the kept text is already in a field of the page', () => {
  endSession(type('two', 'lang getippt'))
  setCurrentUser(anna)
  renderUi(
    <Page>
      <Note name="two" />
    </Page>,
  )
  settle()
  expect(screen.getByRole('textbox')).toHaveValue('lang getippt')
  expect(screen.queryByText(notice)).not.toBeInTheDocument()
})

it('a text typed when the session ends is kept for the same user, and a notice says so', () => {
  endSession(type('one', 'lang getippt'))
  setCurrentUser(beat)
  expect(isKept('one')).toBe(false)
  setCurrentUser(anna)
  expect(isKept('one')).toBe(true)
  const { unmount } = renderUi(<Page />)
  expect(screen.queryByText(notice)).not.toBeInTheDocument()
  settle()
  expect(screen.getByText(notice)).toBeInTheDocument()
  unmount()
  renderUi(<Note name="one" />)
  expect(screen.getByRole('textbox')).toHaveValue('lang getippt')
})

function Staying() {
  const [text, setText] = useKeptText('four', '', { stays: true })
  return <textarea value={text} onChange={({ target }) => setText(target.value)} />
}
const showStaying = () => {
  const { unmount } = renderUi(<Staying />)
  return { field: screen.getByRole('textbox'), unmount }
}

it('a text with "stays" is restored when its part of the page opens again, and removed with the page', () => {
  setCurrentUser(anna)
  const first = showStaying()
  fireEvent.change(first.field, { target: { value: 'halb getippt' } })
  first.unmount()
  const second = showStaying()
  expect(second.field).toHaveValue('halb getippt')
  const here = location.pathname
  history.pushState(null, '', '/elsewhere')
  second.unmount()
  history.pushState(null, '', here)
  expect(isKept('four')).toBe(false)
})

it('a text whose field is closed by the user is removed', () => {
  type('three', 'verworfen')()
  expect(isKept('three')).toBe(false)
})
