import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { CopyButton } from './CopyButton.tsx'

it('the button copies its text and reports success', async () => {
  const user = userEvent.setup()
  const onCopied = vi.fn()
  renderUi(<CopyButton text="Immensee" label="Adresse kopieren" onCopied={onCopied} />)
  await user.click(screen.getByRole('button', { name: 'Adresse kopieren' }))
  await waitFor(() => expect(onCopied).toHaveBeenCalled())
  expect(await navigator.clipboard.readText()).toBe('Immensee')
})

it('the button reports why copying failed', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('verboten'))
  const onFailed = vi.fn()
  renderUi(<CopyButton text="Immensee" onFailed={onFailed} />)
  await user.click(screen.getByRole('button', { name: 'Kopieren' }))
  await waitFor(() => expect(onFailed).toHaveBeenCalledWith('verboten'))
})
