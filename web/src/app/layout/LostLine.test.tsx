import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { loadTexts } from '../../i18n/i18n.ts'
import { setLost } from '../../live/connection.ts'
import { LostLine } from './LostLine.tsx'

afterEach(() => void vi.useRealTimers())

const lose = (isLost: boolean) => act(() => setLost(isLost))

it('says that the live channel is lost after eight seconds, until it is back', async () => {
  await loadTexts('shell')
  vi.useFakeTimers({ now: new Date('2026-03-01T10:05:00Z') })
  renderUi(<LostLine />)
  lose(true)
  act(() => void vi.advanceTimersByTime(7000))
  expect(screen.queryByRole('status')).toBeNull()
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByRole('status')).toHaveTextContent('Keine Verbindung seit 11:05')
  lose(false)
  expect(screen.queryByRole('status')).toBeNull()
})
