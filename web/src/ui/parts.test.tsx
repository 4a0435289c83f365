import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '../../test/render.tsx'
import { ClampedText } from './ClampedText.tsx'
import { CopyButton } from './CopyButton.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { FileDropZone } from './FileDropZone.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Progress } from './Progress.tsx'
import { ShortcutsDialog, showShortcuts } from './ShortcutsDialog.tsx'
import { SkeletonLines } from './SkeletonLines.tsx'
import { useShortcuts } from './shortcuts.ts'
import { UserAvatar } from './UserAvatar.tsx'

describe('ClampedText', () => {
  it('folds what is longer than 100 characters and unfolds it', async () => {
    renderUi(<ClampedText text={'a'.repeat(101)} />)
    expect(screen.getByText(/^a+…/)).toHaveTextContent('a'.repeat(100))
    const toggle = screen.getByRole('button', { name: 'Mehr anzeigen' })
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(toggle)
    expect(screen.getByText(/^a+$/, { ignore: 'button' })).toHaveTextContent('a'.repeat(101))
    await userEvent.click(screen.getByRole('button', { name: 'Weniger anzeigen' }))
    expect(toggle).toHaveAttribute('aria-expanded', 'false')
  })

  it('folds short lines where there are too many of them', () => {
    renderUi(<ClampedText text={'1 x\n'.repeat(12).trim()} lines={10} />)
    expect(screen.getByText(/^1 x/).textContent?.split('\n')).toHaveLength(10)
    expect(screen.getByRole('button', { name: 'Mehr anzeigen' })).toBeVisible()
  })

  it('leaves 100 characters alone and counts an emoji as one', () => {
    renderUi(<ClampedText text={'😀'.repeat(100)} />)
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('CopyButton', () => {
  it('copies and says so', async () => {
    const user = userEvent.setup()
    const onCopied = vi.fn()
    renderUi(<CopyButton text="Immensee" label="Adresse kopieren" onCopied={onCopied} />)
    await user.click(screen.getByRole('button', { name: 'Adresse kopieren' }))
    await waitFor(() => expect(onCopied).toHaveBeenCalled())
    expect(await navigator.clipboard.readText()).toBe('Immensee')
  })

  it('hands on why it failed', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('verboten'))
    const onFailed = vi.fn()
    renderUi(<CopyButton text="Immensee" onFailed={onFailed} />)
    await user.click(screen.getByRole('button', { name: 'Kopieren' }))
    await waitFor(() => expect(onFailed).toHaveBeenCalledWith('verboten'))
  })
})

describe('FileDropZone', () => {
  const file = (name: string, size: number, type = 'application/pdf') =>
    new File([new Uint8Array(size)], name, { type })

  it('takes dropped files and names the refused ones', async () => {
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

  it('opens the file picker by keyboard', async () => {
    const { container } = renderUi(<FileDropZone onFiles={vi.fn()} />)
    const click = vi.spyOn(container.querySelector('input') as HTMLInputElement, 'click')
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Dateien hierher ziehen oder auswählen' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(click).toHaveBeenCalled())
  })
})

it('UserAvatar shows two letters and says the name', () => {
  renderUi(<UserAvatar username="ödön" />)
  expect(screen.getByRole('img', { name: 'ödön' })).toHaveTextContent('ÖD')
})

it('Progress tells its label and value', () => {
  renderUi(<Progress label="Import läuft" value={42.4} />)
  expect(screen.getByRole('progressbar', { name: 'Import läuft' })).toHaveAttribute('aria-valuenow', '42')
  expect(screen.getByText('42 %')).toBeInTheDocument()
})

it('EmptyState offers the next action, ErrorState a retry', async () => {
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

it('SkeletonLines waits 150 ms before it shows', () => {
  vi.useFakeTimers()
  renderUi(<SkeletonLines />)
  act(() => void vi.advanceTimersByTime(149))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status', { name: 'Wird geladen…' })).toBeInTheDocument()
  vi.useRealTimers()
})

it('PageHeader has the one heading of the screen', () => {
  renderUi(<PageHeader title="Kontakte" subtitle="12 Treffer" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Kontakte' })).toBeInTheDocument()
})

function Searching() {
  useShortcuts('Suche', [{ keys: ['/'], label: 'Suche öffnen', run: () => undefined }])
  return null
}

describe('ShortcutsDialog', () => {
  it('opens with ? but not while somebody types', async () => {
    renderUi(
      <>
        <input aria-label="Suche" />
        <Searching />
        <ShortcutsDialog />
      </>,
    )
    await userEvent.type(screen.getByRole('textbox', { name: 'Suche' }), 'wo?')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    act(() => screen.getByRole('textbox').blur())
    await userEvent.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Tastenkürzel' })).toHaveTextContent('Suche öffnen')
  })

  it('opens from a menu entry', async () => {
    renderUi(<ShortcutsDialog />)
    act(() => void showShortcuts())
    expect(await screen.findByRole('dialog', { name: 'Tastenkürzel' })).toHaveTextContent('Dialog schliessen')
  })
})
