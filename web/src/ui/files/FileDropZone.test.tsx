import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { FileDropZone } from './FileDropZone.tsx'

const file = (name: string, size: number, type = 'application/pdf') => new File([new Uint8Array(size)], name, { type })

it('the drop zone takes dropped files, and says why others are refused', async () => {
  const onFiles = vi.fn()
  const onRefused = vi.fn()
  renderUi(
    <FileDropZone
      onFiles={onFiles}
      onRefused={onRefused}
      maxBytes={1024 * 10}
      accept={{ 'application/pdf': ['.pdf'] }}
    />,
  )
  const files = [file('gut.pdf', 10), file('gross.pdf', 1024 * 11), file('bild.png', 10, 'image/png')]
  const items = files.map((dropped) => ({ kind: 'file', type: dropped.type, getAsFile: () => dropped }))
  const zone = screen.getByRole('button').parentElement as HTMLElement
  fireEvent.drop(zone, { dataTransfer: { items, types: ['Files'] } })
  await waitFor(() => expect(onFiles).toHaveBeenCalledWith([files[0]]))
  expect(onRefused).toHaveBeenCalledWith([
    '«gross.pdf» ist zu gross (höchstens 10 KB)',
    '«bild.png» hat einen Dateityp, der hier nicht erlaubt ist',
  ])
})

it('the drop zone opens the file picker by keyboard', async () => {
  const { container } = renderUi(<FileDropZone onFiles={vi.fn()} />)
  const click = vi.spyOn(container.querySelector('input') as HTMLInputElement, 'click')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Dateien hierher ziehen oder auswählen' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(click).toHaveBeenCalled())
})
