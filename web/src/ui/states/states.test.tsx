import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../../../test/render.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Progress } from './Progress.tsx'
import { SkeletonLines } from './SkeletonLines.tsx'

it('Progress shows its label and value', () => {
  renderUi(<Progress label="Import läuft" value={42.4} />)
  expect(screen.getByRole('progressbar', { name: 'Import läuft' })).toHaveAttribute('aria-valuenow', '42')
  expect(screen.getByText('42 %')).toBeInTheDocument()
})

it('EmptyState offers the next action, and ErrorState a retry', async () => {
  const onRetry = vi.fn()
  renderUi(
    <>
      <EmptyState title="Noch keine Kontakte" action={<button type="button">Kontakt anlegen</button>} />
      <ErrorState message="Der Server antwortet nicht." onRetry={onRetry} />
    </>,
  )
  expect(screen.getByRole('button', { name: 'Kontakt anlegen' })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Der Server antwortet nicht.')
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
  expect(onRetry).toHaveBeenCalled()
})

it('SkeletonLines appears after 150 ms', () => {
  vi.useFakeTimers()
  renderUi(<SkeletonLines />)
  act(() => void vi.advanceTimersByTime(149))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status', { name: 'Wird geladen…' })).toBeInTheDocument()
  vi.useRealTimers()
})
