import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { type Board, boardApi } from '#contract/orders/boards'
import { renderUi } from '../../../test/render.tsx'
import { ApiError } from '../../api/client.ts'
import { remember } from '../../api/hooks.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { BoardView } from './BoardView.tsx'
import { cardFilter } from './board-filter.ts'
import type { BoardCard, CardKind } from './card-kind.ts'
import { cardsOf, type Place, placed } from './placement.ts'
import { useConflictWords } from './use-conflict-words.ts'
import { useMoves } from './use-moves.ts'

/** A kind of card other than flames. */
interface Project extends BoardCard {
  title: string
  start: string
}

const step = (id: string, title: string) => ({ id, title, colour: '#5a5e64', requires: [] })
const board: Board = {
  id: 'b',
  version: 1,
  kind: 'PROJECT',
  title: 'Projekte',
  steps: [step('planned', 'Geplant'), step('running', 'Läuft')],
  cardShows: [],
  assignedUsers: [],
  assignedRoles: [],
}
const project = (id: string, stepId: string): Project => ({
  id,
  version: 1,
  taskboardRef: 'b',
  step: stepId,
  assigneeRef: null,
  proxyOwnerRef: null,
  proxyOwnerFrom: null,
  proxyOwnerUntil: null,
  inStepSinceUtc: '2026-11-22T07:00:00Z',
  title: `Projekt ${id}`,
  start: '2026-12-01',
})
const kind: CardKind<Project> = {
  mayMove: 'public',
  nameOf: ({ title }) => title,
  hrefOf: ({ id }) => `/projects/${id}`,
  content: ({ start }) => <span>{`Beginn ${start}`}</span>,
  words: {
    emptyStep: 'Kein Projekt',
    addTo: (title) => `Neu in ${title}`,
    count: (count) => `${count} Projekte`,
    sums: () => '',
  },
}
const now = Date.parse('2026-11-22T12:00:00Z')

type Answer = (card: Project, to: Place) => Promise<Project>

interface ProjectsProps {
  answer: Answer
  onMenu?: (name: string) => void
  ids?: readonly string[]
}

function Projects({ answer, onMenu, ids = ['a', 'b', 'c'] }: ProjectsProps) {
  const [cards, setCards] = useState(() => ids.map((id) => project(id, 'planned')))
  const kept = useRef<readonly Project[]>(cards)
  const show = (change: (cards: readonly Project[]) => Project[]) => {
    const next = change(kept.current)
    kept.current = next
    setCards(next)
  }
  const tellConflict = useConflictWords<Project>({
    nameOf: kind.nameOf,
    lastActor: async () => 'petra',
    lastStep: async () => undefined,
  })
  const { move, undo } = useMoves<Project>({
    boards: 'PROJECT',
    nameOf: kind.nameOf,
    move: answer,
    kept: () => [kept.current],
    show,
    onRefused: () => undefined,
    tellConflict,
  })
  return (
    <BoardView
      board={board}
      kind={kind}
      cards={cards}
      cardsNow={() => kept.current}
      now={now}
      onOpen={() => undefined}
      onMenu={({ title }) => onMenu?.(title)}
      onMove={(card, to) => void move(card, to)}
      onUndo={undo}
    />
  )
}

/** Answers like the server. */
const done: Answer = async (card, { step }) => ({ ...card, step, version: card.version + 1 })

function open(answer: Answer, onMenu?: (name: string) => void, ids?: readonly string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  remember(client, boardApi.listAll, {}, [board])
  renderUi(
    <QueryClientProvider client={client}>
      <Projects answer={answer} {...(onMenu ? { onMenu } : {})} {...(ids ? { ids } : {})} />
    </QueryClientProvider>,
  )
}

const column = (name: string) => screen.getByRole('region', { name })
const named = (name: string) =>
  within(column(name))
    .queryAllByRole('link')
    .map((link) => link.textContent)
const card = (id: string) => screen.getByRole('link', { name: `Projekt ${id}` })

beforeAll(() => loadTexts('boards'))

test('a board shows cards of any kind, with the content of that kind and the time in their step', () => {
  open(done)
  expect(named('Geplant')).toEqual(['Projekt a', 'Projekt b', 'Projekt c'])
  expect(within(column('Läuft')).getByText('Kein Projekt')).toBeVisible()
  expect(screen.getAllByText('Beginn 2026-12-01')).toHaveLength(3)
  expect(screen.getAllByText('seit heute hier')).toHaveLength(3)
  expect(card('a')).toHaveAttribute('href', '/projects/a')
})

test('arrow keys move the focus, with Shift they move the card, and M opens its menu', async () => {
  const user = userEvent.setup()
  const opened: string[] = []
  open(done, (name) => opened.push(name))
  card('a').focus()
  await user.keyboard('{ArrowDown}')
  expect(card('b')).toHaveFocus()
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(named('Geplant')).toEqual(['Projekt b', 'Projekt a', 'Projekt c'])
  await waitFor(() => expect(card('b')).toHaveFocus())
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(named('Läuft')).toEqual(['Projekt b'])
  await waitFor(() => expect(card('b')).toHaveFocus())
  await user.keyboard('m')
  expect(opened).toEqual(['Projekt b'])
})

test('a folded step shows no cards until one is moved there, and stays folded in this browser', async () => {
  const user = userEvent.setup()
  open(done)
  await user.click(screen.getByRole('button', { name: 'Schritt «Läuft» einklappen' }))
  expect(within(column('Läuft')).queryByText('Kein Projekt')).not.toBeInTheDocument()
  cleanup()
  open(done)
  expect(screen.getByRole('button', { name: 'Schritt «Läuft» ausklappen' })).toBeVisible()
  card('c').focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await waitFor(() => expect(named('Läuft')).toEqual(['Projekt c']))
})

test('a move shows at once, says the new place, and is undone by the button of its notice or by Ctrl+Z', async () => {
  const user = userEvent.setup()
  open(done)
  card('c').focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(named('Läuft')).toEqual(['Projekt c'])
  expect(await screen.findByText('«Projekt c» steht in «Läuft» an Platz 1 von 1.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Rückgängig' }))
  await waitFor(() => expect(named('Geplant')).toEqual(['Projekt a', 'Projekt b', 'Projekt c']))

  card('a').focus()
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(named('Geplant')).toEqual(['Projekt b', 'Projekt a', 'Projekt c'])
  expect(await screen.findByText('«Projekt a» steht in «Geplant» an Platz 2 von 3.')).toBeVisible()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('«Projekt a» steht in «Geplant» an Platz 1 von 3.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Schliessen' }))
  await waitFor(() => expect(named('Geplant')).toEqual(['Projekt a', 'Projekt b', 'Projekt c']))
})

test('a card that somebody else has changed before moves back, and a notice says who it was', async () => {
  const user = userEvent.setup()
  open(() => Promise.reject(new ApiError(409, { code: 'STALE_VERSION' })))
  card('a').focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(await screen.findByText(/«Projekt a» wurde inzwischen von petra geändert/)).toBeVisible()
  expect(named('Geplant')).toEqual(['Projekt a', 'Projekt b', 'Projekt c'])
})

test('in print a step has all its cards', () => {
  const many = Array.from({ length: 40 }, (_, at) => String(at))
  open(done, undefined, many)
  expect(named('Geplant').length).toBeLessThan(40)
  fireEvent(window, new Event('beforeprint'))
  expect(named('Geplant')).toEqual(many.map((id) => `Projekt ${id}`))
  fireEvent(window, new Event('afterprint'))
  expect(named('Geplant').length).toBeLessThan(40)
})

test('cards are filtered by words, by assignee and by what is due', () => {
  const cards = [
    { ...project('a', 'planned'), assigneeRef: 'here' },
    { ...project('b', 'planned'), title: 'Projekt b für Müller' },
  ]
  const ids = (filter: Parameters<typeof cardFilter>[0]) => {
    const how = { textOf: (one: Project) => one.title, isDue: (one: Project) => one.id === 'a' }
    return cards.filter(cardFilter(filter, { now, users: new Map() }, how)).map(({ id }) => id)
  }
  expect(ids({})).toEqual(['a', 'b'])
  expect(ids({ text: 'PROJÉKT b' })).toEqual(['b'])
  expect(ids({ text: 'Mueller fuer' })).toEqual(['b'])
  expect(ids({ text: 'Müller, Projekt' })).toEqual(['b'])
  expect(ids({ assignee: 'none' })).toEqual(['b'])
  expect(ids({ due: 'true' })).toEqual(['a'])
})

test('a moved card is put beside another, at the top of another step, or off the board', () => {
  const cards = [project('a', 'planned'), project('b', 'planned'), project('c', 'running')]
  const after = (to: Partial<Place>) => placed(cards, 'b', { taskboardRef: 'b', step: 'planned', ...to })
  expect(after({ beforeRef: 'a' }).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(cardsOf(after({ step: 'running' }), 'running').map(({ id }) => id)).toEqual(['b', 'c'])
  expect(cardsOf(after({ step: 'running', afterRef: 'c' }), 'running').map(({ id }) => id)).toEqual(['c', 'b'])
  expect(after({ taskboardRef: 'other' }).map(({ id }) => id)).toEqual(['a', 'c'])
})
