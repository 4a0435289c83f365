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

it('tells nothing where the text stands on the page already', () => {
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

it('keeps a text when the session ends, for the same person, and tells that it is there', () => {
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

it('has what stays again when its part of the page is opened again, and forgets it with the page', () => {
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

it('forgets what the person themselves closes', () => {
  type('three', 'verworfen')()
  expect(isKept('three')).toBe(false)
})
