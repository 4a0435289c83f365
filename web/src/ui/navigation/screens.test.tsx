import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { screens } from '#contract/routes'
import { ScreenLink } from './ScreenLink.tsx'
import { useGo, useScreenParams } from './screens.ts'

window.scrollTo = () => undefined

function Flames() {
  const { board, text } = useScreenParams('flames')
  const go = useGo()
  return (
    <>
      <p>{`board ${board}, text ${text}`}</p>
      <button type="button" onClick={() => go('newFlame', { contactRef: 'a/b', taskboardId: 'c', step: 'd' })}>
        new
      </button>
      <ScreenLink href="/flames?board=other">other board</ScreenLink>
    </>
  )
}

function NewFlame() {
  const { contactRef, taskboardId, step, emailRef } = useScreenParams('newFlame')
  return <p>{[contactRef, taskboardId, step, emailRef].join()}</p>
}

function open(path: string) {
  const root = createRootRoute()
  const route = (name: 'flames' | 'newFlame', component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: screens[name].path, component })
  const router = createRouter({
    routeTree: root.addChildren([route('flames', Flames), route('newFlame', NewFlame)]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  })
  render(<RouterProvider router={router as never} />)
}

test('a page reads only the parameters that its screen declares', async () => {
  open('/flames?board=b&page=2')
  expect(await screen.findByText('board b, text undefined')).toBeVisible()
})

test('going to a screen passes the parameters of its path and its search', async () => {
  open('/flames')
  await userEvent.click(await screen.findByRole('button', { name: 'new' }))
  expect(await screen.findByText('a/b,c,d,')).toBeVisible()
})

test('a link leads to an address with its search', async () => {
  open('/flames')
  const link = await screen.findByRole('link', { name: 'other board' })
  expect(link).toHaveAttribute('href', expect.stringContaining('/flames?board='))
  await userEvent.click(link)
  expect(await screen.findByText('board other, text undefined')).toBeVisible()
})
