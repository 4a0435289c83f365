import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderUi } from '../../../../test/render.tsx'
import { ApiError } from '../../../api/client.ts'
import { imageGallery } from './library.ts'
import { useUploads } from './use-uploads.ts'

let refuse = (_error: unknown) => {}
const library = { ...imageGallery, upload: () => new Promise<never>((_, reject) => (refuse = reject)) }

function Uploads() {
  const { items, add } = useUploads(library)
  const file = new File(['Ring'], 'Ring.png')
  return (
    <>
      <button type="button" onClick={() => add([file], null)}>
        Hochladen
      </button>
      <p>{items.map(({ sentence }) => sentence).join()}</p>
    </>
  )
}

it('an upload that fails after somebody left the screen is told wherever they are', async () => {
  const { rerender } = renderUi(<Uploads />)
  const failed = new ApiError(503, { code: 'STORAGE_FAILED', detail: 'Der Speicher antwortet nicht.' })
  await userEvent.click(await screen.findByRole('button', { name: 'Hochladen' }))
  refuse(failed)
  expect(await screen.findByText('Der Speicher antwortet nicht.')).toBeVisible()
  expect(screen.queryByText(/Ring.png/)).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Hochladen' }))
  rerender(<p>Anderswo</p>)
  refuse(failed)
  expect(await screen.findByText('Ring.png: Der Speicher antwortet nicht.')).toBeVisible()
})
