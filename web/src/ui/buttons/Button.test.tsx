import LibraryButton from '@mui/material/Button'
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { Button } from './Button.tsx'

const Icon = () => <svg data-testid="icon" />

const cases: [string, ComponentProps<typeof Button>][] = [
  ['a plain one', {}],
  ['one that is named', { 'aria-label': 'Alles speichern', id: 'save', title: 'Speichern' }],
  ['one that sends a form', { type: 'submit', form: 'contact' }],
  ['one out of the order of keys', { tabIndex: -1 }],
  ['one with icons', { startIcon: <Icon />, endIcon: <Icon /> }],
  ['a disabled one', { disabled: true }],
  ['one that could load', { loading: false }],
  ['one that loads', { loading: true }],
  ['one that loads, of its own id', { loading: true, id: 'save' }],
  ['one that loads where its icon is', { loading: true, loadingPosition: 'start', startIcon: <Icon /> }],
  ['a link', { component: 'a', href: '/contacts', target: '_blank' }],
  ['a disabled link', { component: 'a', href: '/contacts', disabled: true }],
]

describe('a button of ours is for whoever uses it what the one of the library is', () => {
  test.each(cases)('%s', (_, props) => {
    const library = renderUi(<LibraryButton {...props}>Speichern</LibraryButton>)
    const theirs = said(library.container)
    library.unmount()
    const { container } = renderUi(<Button {...props}>Speichern</Button>)
    expect(said(container)).toEqual(theirs)
  })
})

test('a button is pressed by keys and by a pointer, and not while it is disabled or loading', async () => {
  const onClick = vi.fn()
  const { rerender } = renderUi(
    <form>
      <Button onClick={onClick}>Speichern</Button>
    </form>,
  )
  const button = () => screen.getByRole('button', { name: 'Speichern' })
  await userEvent.tab()
  expect(button()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard(' ')
  await userEvent.click(button())
  expect(onClick).toHaveBeenCalledTimes(3)

  for (const state of [{ disabled: true }, { loading: true }]) {
    rerender(
      <Button {...state} onClick={onClick}>
        Speichern
      </Button>,
    )
    await userEvent.tab()
    expect(button()).not.toHaveFocus()
    button().click()
    expect(onClick).toHaveBeenCalledTimes(3)
  }
})

test('a disabled link leads nowhere', () => {
  const onClick = vi.fn()
  const link = (disabled: boolean) => (
    <Button component="a" href="#elsewhere" disabled={disabled} onClick={onClick}>
      Herunterladen
    </Button>
  )
  const { rerender } = renderUi(link(false))
  const isFollowed = () => fireEvent.click(screen.getByRole('link'))
  expect(isFollowed()).toBe(true)
  rerender(link(true))
  expect(isFollowed()).toBe(false)
  expect(onClick).toHaveBeenCalledOnce()
})

test('a button looks as its own words say, and is found by its class', () => {
  const seen = vi.fn()
  renderUi(
    <Button ref={seen} sx={{ m: 1 }} className="named" autoFocus>
      Speichern
    </Button>,
  )
  const button = screen.getByRole('button')
  expect(button).toHaveClass('button', 'named')
  expect(button).toHaveStyle({ margin: '4px' })
  expect(button).toHaveFocus()
  expect(seen).toHaveBeenCalledWith(button)
})

/** Its elements with what they say, but for how they look. */
function said(container: HTMLElement) {
  const look = /^(class|style|data-(variant|color|loading|end))$/
  const elements = [...container.querySelectorAll('*')].filter((element) => !element.closest('style'))
  return elements.map((element) => [
    element.tagName,
    element.closest('a, button')?.textContent,
    ...[...element.attributes]
      .filter(({ name }) => !look.test(name))
      // made for each that loads
      .map(({ name, value }) => `${name}=${value.replace(/^_r_\w+_$/, 'made')}`)
      .sort(),
  ])
}
