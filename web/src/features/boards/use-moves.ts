import { useRef } from 'react'
import type { LackingStep, Problem } from '#contract/errors'
import type { BoardKind } from '#contract/orders/boards'
import { ApiError } from '../../api/client.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { currentUser } from '../../session/session.ts'
import { dismissTopic, notify } from '../../ui/notices/snackbar.ts'
import { useUsers } from '../users/people/use-users.ts'
import type { BoardCard } from './card-kind.ts'
import { cardsOf, type Place, placed, placeOf } from './placement.ts'
import { useBoards } from './use-boards.ts'
import { conflictCodes } from './use-conflict-words.ts'

/** A move refused because the card does not meet the requirements of steps. */
export interface Refused<Card extends BoardCard> {
  card: Card
  to: Place
  steps: readonly LackingStep[]
}

/** How the cards of a kind are moved, and how to access their cache. */
export interface Moving<Card extends BoardCard> {
  boards: BoardKind
  nameOf: (card: Card) => string
  move: (card: Card, to: Place & { version: number }) => Promise<Card>
  /** Returns the latest cached cards of every board. */
  kept: () => readonly (readonly Card[])[]
  /** Changes the cached cards before the response arrives. */
  show: (change: (cards: readonly Card[]) => Card[]) => void
  onRefused: (refused: Refused<Card>) => void
  tellConflict: (card: Card, error: unknown) => Promise<void>
}

/** A move that is already shown and awaits its response. */
interface Waiting {
  id: string
  to: Place
  /** Place of the card before the move. */
  back: Place
}

const topicOf = (id: string) => `move of ${id}`

/** The queue of moves of all boards and dossiers: an action on a card waits for its move elsewhere on the screen. */
let line = Promise.resolve()
/** Timeout in milliseconds after which a missing response no longer blocks the queue. */
const patienceMs = 30_000
/** Id of the card moved last, across all boards and dossiers. */
let lastMoved = ''

/** Dismisses the undo notice of a card that has left its board. */
export const forgetMove = (id: string) => dismissTopic(topicOf(id))

/** Moves cards optimistically, one after the other, each with a notice that undoes it. */
export function useMoves<Card extends BoardCard>(moving: Moving<Card>) {
  const { kept, show, nameOf } = moving
  const { t } = useTranslation('boards')
  const { t: ui } = useTranslation('ui')
  const { steps } = useBoards(moving.boards)
  const users = useUsers()
  const waiting = useRef<Waiting[]>([])
  const answered = useRef(new Map<string, number>())
  const undoLast = useRef<() => void>(undefined)

  function move(card: Card, to: Place): Promise<void> {
    return send(card, to, (version) => moving.move(card, { ...to, version }))
  }

  /** Moves a card to the top of its step with a request of its own. */
  function prioritize(card: Card, request: () => Promise<Card>): Promise<void> {
    const { taskboardRef, step } = card
    const first = cardsOf(keptCards(card), step)[0]
    const to = { taskboardRef, step, beforeRef: first?.id === card.id ? undefined : first?.id }
    return send(card, to, request)
  }

  function send(card: Card, to: Place, request: (version: number) => Promise<Card>): Promise<void> {
    const own: Waiting = { id: card.id, to, back: placeOf(keptCards(card), keptCard(card)) }
    waiting.current.push(own)
    undoLast.current = undefined
    // only the last action can be undone
    forgetMove(lastMoved)
    show((cards) => placed(cards, card.id, to))
    const me = currentUser()?.id
    line = settled().then(async () => {
      // sends nothing if another user has signed in meanwhile
      if (!waiting.current.includes(own) || currentUser()?.id !== me) return
      try {
        const moved = await request(versionOf(card))
        answered.current.set(card.id, moved.version)
        leave(own)
        show((cards) => withWaiting(placed(cards.map(keepPlace(moved)), card.id, to)))
        announce(card, moved, to, own.back)
      } catch (error) {
        await giveBack(card, own, error)
      }
    })
    return line
  }

  async function giveBack(card: Card, own: Waiting, error: unknown): Promise<void> {
    leave(own)
    const { steps, code } = error instanceof ApiError ? error.problem : ({} as Partial<Problem>)
    const others = waiting.current.filter(({ id }) => id === card.id)
    // after a conflict the user decides again, so later moves are dropped; otherwise the next one starts from this
    // origin
    if (conflictCodes.some((known) => known === code)) others.forEach(leave)
    else if (others[0]) others[0].back = own.back
    // provisional: the board is reloaded once no own move is pending
    show((cards) => withWaiting(placed(cards, card.id, own.back)))
    if (steps) moving.onRefused({ card, to: own.to, steps })
    else await moving.tellConflict(card, error)
  }

  function leave(one: Waiting) {
    waiting.current = waiting.current.filter((other) => other !== one)
  }

  const withWaiting = (cards: readonly Card[]): Card[] =>
    waiting.current.reduce((shown, { id, to }) => placed(shown, id, to), [...cards])

  /** Returns the version from the last response, if the board has not been reloaded since. */
  const versionOf = (card: Card) => Math.max(keptCard(card).version, answered.current.get(card.id) ?? 0)

  function announce(card: Card, moved: Card, to: Place, back: Place) {
    const undo = once(() => void move(moved, back))
    undoLast.current = undo
    forgetMove(lastMoved)
    lastMoved = card.id
    const topic = topicOf(card.id)
    notify(sentence(card, moved, to, back), { topic, action: { label: ui('action.undo'), onClick: undo } })
  }

  function sentence(card: Card, moved: Card, to: Place, back: Place): string {
    const name = nameOf(moved)
    // an undo always contains the assignee, even if unchanged
    const isAssigned = to.assigneeRef !== undefined && to.assigneeRef !== back.assigneeRef
    if (isAssigned && moved.step === card.step) {
      const username = users.get(moved.assigneeRef ?? '')?.username
      return username ? t('done.assigned', { name, username }) : t('done.unassigned', { name })
    }
    const { title: step = '', board } = steps.get(moved.step) ?? {}
    const column = cardsOf(keptCards(moved), moved.step)
    const place = column.findIndex(({ id }) => id === moved.id) + 1
    if (place === 0) return t('done.movedTo', { name, step, board: board?.title ?? '' })
    return t('done.moved', { name, step, place, count: column.length })
  }

  function keptCards({ id, taskboardRef }: Card): readonly Card[] {
    const boards = kept()
    const holding = boards.filter((cards) => cards.some((card) => card.id === id))
    return holding.at(-1) ?? boards.find((cards) => cards[0]?.taskboardRef === taskboardRef) ?? []
  }

  const keptCard = (card: Card): Card => keptCards(card).find(({ id }) => id === card.id) ?? card

  const settled = (): Promise<unknown> =>
    Promise.race([line.catch(() => undefined), new Promise((pass) => setTimeout(pass, patienceMs))])
  /** Undoes the last move, waiting for its response if necessary. */
  const undo = () => void settled().then(() => undoLast.current?.())

  return { move, prioritize, undo, settled }
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (!done) run()
    done = true
  }
}

/** Takes the response, but keeps the displayed step and assignee, because a second move may be pending. */
const keepPlace =
  <Card extends BoardCard>(moved: Card) =>
  (card: Card): Card =>
    card.id === moved.id ? { ...moved, step: card.step, assigneeRef: card.assigneeRef } : card
