import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { CsvButton } from './CsvButton.tsx'

it('the button saves every entry of a list to a CSV file', async () => {
  const contents: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    contents.push(blob as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const columns = [{ id: 'day', label: 'Datum', kind: 'date' as const, value: (row: { day: string }) => row.day }]
  renderUi(<CsvButton name="Sperrtage" columns={columns} rows={[{ day: '2026-12-24' }, { day: '2026-12-31' }]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await contents[0]?.text()).toContain('Datum\r\n24.12.2026\r\n31.12.2026\r\n')
  vi.restoreAllMocks()
})
