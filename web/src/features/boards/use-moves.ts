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

/** A move that steps refuse because of what a card lacks. */
export interface Refused<Card extends BoardCard> {
  card: Card
  to: Place
  steps: readonly LackingStep[]
}

/** How the cards of a kind are moved, and where the screen keeps them. */
export interface Moving<Card extends BoardCard> {
  boards: BoardKind
  nameOf: (card: Card) => string
  move: (card: Card, to: Place & { version: number }) => Promise<Card>
  /** The cards of each board that is kept, as they are at this moment. */
  kept: () => readonly (readonly Card[])[]
  /** Changes what is kept ahead of the answer. */
  show: (change: (cards: readonly Card[]) => Card[]) => void
  onRefused: (refused: Refused<Card>) => void
  tellConflict: (card: Card, error: unknown) => Promise<void>
}

/** A move that shows already and is not answered yet. */
interface Waiting {
  id: string
  to: Place
  /** Where the card stood before. */
  back: Place
}

const topicOf = (id: string) => `move of ${id}`

/** Of all boards and dossiers: what is done with a card begins after the move of it that another part of a screen asked for. */
let line = Promise.resolve()
/** Longer than any answer takes: what never comes holds nothing else up. */
const patienceMs = 30_000
/** Which card was moved last, of all boards and dossiers. */
let lastMoved = ''

/** Of a card that leaves its board no move is offered to be taken back. */
export const forgetMove = (id: string) => dismissTopic(topicOf(id))

/** Moves that show at once, one after the other, each with a sentence that takes it back. */
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

  /** To the top of its step, by a call of its own. */
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
    // what is offered to be taken back is always the last that was done
    forgetMove(lastMoved)
    show((cards) => placed(cards, card.id, to))
    const me = currentUser()?.id
    line = settled().then(async () => {
      // nothing goes out in the name of whoever signed in meanwhile
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
    // whoever is told that somebody else was first decides again; otherwise the next one starts from where this one did
    if (conflictCodes.some((known) => known === code)) others.forEach(leave)
    else if (others[0]) others[0].back = own.back
    // whatever else it may be by now, the board is read again once nothing of one's own is on its way
    show((cards) => withWaiting(placed(cards, card.id, own.back)))
    if (steps) moving.onRefused({ card, to: own.to, steps })
    else await moving.tellConflict(card, error)
  }

  function leave(one: Waiting) {
    waiting.current = waiting.current.filter((other) => other !== one)
  }

  const withWaiting = (cards: readonly Card[]): Card[] =>
    waiting.current.reduce((shown, { id, to }) => placed(shown, id, to), [...cards])

  /** The one that the move before was answered with, where the board has not been read since. */
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
    // what is taken back names the assignee too, who may be the same as before
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
  /** What was asked for last is taken back, also before its answer is there. */
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

/** What the answer brings, but where it stands on the screen: a second move may be on its way. */
const keepPlace =
  <Card extends BoardCard>(moved: Card) =>
  (card: Card): Card =>
    card.id === moved.id ? { ...moved, step: card.step, assigneeRef: card.assigneeRef } : card
