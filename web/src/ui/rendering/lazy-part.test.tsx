import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { lazyPart } from './lazy-part.tsx'

interface Props {
  open: boolean
  onClose: () => void
}
const Part = ({ open }: Props) => open && <p>here it is</p>

interface ScreenProps {
  of: ReturnType<typeof lazyPart<'Part', { Part: typeof Part }>>
  /** True if a closed part stays mounted with `open={false}`, for its transition; otherwise it is unmounted. */
  stays?: boolean
}

function Screen({ of: Shown, stays = true }: ScreenProps) {
  const [open, setOpen] = useState<boolean>()
  const isThere = stays ? open !== undefined : open
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Suspense>{isThere && <Shown open={open === true} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

test('a part that was loaded ahead opens with the click', async () => {
  const Ahead = lazyPart(async () => ({ Part }), 'Part')
  renderUi(<Screen of={Ahead} />)
  await Ahead.ahead()
  screen.getByRole('button', { name: 'open' }).click()
  await Promise.resolve()
  expect(screen.getByText('here it is')).toBeInTheDocument()
})

test.each([
  ['stays closed', true],
  ['is taken away', false],
])(
  'a part that cannot be loaded and %s disappears when cancelled, and is loaded again when opened again',
  async (_, stays) => {
    const load = vi.fn(async () => ({ Part }))
    load.mockRejectedValueOnce(new Error('no network'))
    renderUi(<Screen of={lazyPart(load, 'Part')} stays={stays} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'open' }))
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'open' }))
    expect(await screen.findByText('here it is')).toBeInTheDocument()
  },
)
