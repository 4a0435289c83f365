import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { LackingStep, Problem } from '#contract/errors'
import { type FlameCard, flameApi } from '#contract/orders/flames'
import { ApiError } from '../../../api/client.ts'
import { amend, keptAnswers, useApiMutation } from '../../../api/hooks.ts'
import { notify } from '../../../ui/snackbar.ts'
import { useUsers } from '../../users/use-users.ts'
import { cardsOf, type Place, placed, placeOf } from './placement.ts'
import { useFlameBoards } from './use-boards.ts'
import { conflictCodes, useConflictWords } from './use-conflict-words.ts'

/** A move that steps refuse because of what the dossier lacks. */
export interface Refused {
  card: FlameCard
  to: Place
  steps: readonly LackingStep[]
}

/** A move that shows already and is not answered yet. */
interface Waiting {
  id: string
  to: Place
  /** Where the card stood before. */
  back: Place
}

const topic = 'flame'

/** Moves that show at once, one after the other, each with a sentence that takes it back. */
export function useMoves(onRefused: (refused: Refused) => void) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const { steps } = useFlameBoards()
  const users = useUsers()
  const tellConflict = useConflictWords()
  const quiet = [...conflictCodes, 'STEP_REQUIRES'] as const
  const moving = useApiMutation(flameApi.move, { quiet, ahead: true })
  const prioritizing = useApiMutation(flameApi.prioritize, { quiet, ahead: true })
  const line = useRef(Promise.resolve())
  const waiting = useRef<Waiting[]>([])
  const answered = useRef(new Map<string, number>())
  const undoLast = useRef<() => void>(undefined)

  function move(card: FlameCard, to: Place): Promise<void> {
    return send(card, to, (version) => moving.mutateAsync({ params: { id: card.id }, body: { ...to, version } }))
  }

  function prioritize(card: FlameCard): Promise<void> {
    const { taskboardRef, step } = card
    const first = cardsOf(keptCards(client, card), step)[0]
    const to = { taskboardRef, step, beforeRef: first?.id === card.id ? undefined : first?.id }
    return send(card, to, () => prioritizing.mutateAsync({ params: { id: card.id } }))
  }

  function send(card: FlameCard, to: Place, request: (version: number) => Promise<FlameCard>): Promise<void> {
    const own: Waiting = { id: card.id, to, back: placeOf(keptCards(client, card), keptCard(client, card)) }
    waiting.current.push(own)
    undoLast.current = undefined
    show((cards) => placed(cards, card.id, to))
    line.current = line.current.then(async () => {
      if (!waiting.current.includes(own)) return
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
    return line.current
  }

  async function giveBack(card: FlameCard, own: Waiting, error: unknown): Promise<void> {
    leave(own)
    const { steps, code } = error instanceof ApiError ? error.problem : ({} as Partial<Problem>)
    const others = waiting.current.filter(({ id }) => id === card.id)
    // whoever is told that somebody else was first decides anew; otherwise the next one starts from where this one did
    if (conflictCodes.some((known) => known === code)) others.forEach(leave)
    else if (others[0]) others[0].back = own.back
    // whatever else it may be by now, the board is read anew once nothing of one's own is on its way
    show((cards) => withWaiting(placed(cards, card.id, own.back)))
    if (steps) onRefused({ card, to: own.to, steps })
    else await tellConflict(card, error)
  }

  function leave(one: Waiting) {
    waiting.current = waiting.current.filter((other) => other !== one)
  }

  const withWaiting = (cards: readonly FlameCard[]): FlameCard[] =>
    waiting.current.reduce((shown, { id, to }) => placed(shown, id, to), [...cards])

  const show = (change: (cards: readonly FlameCard[]) => FlameCard[]) =>
    amend(client, flameApi.board, (board) => ({ ...board, flames: change(board.flames) }))

  /** The one that the move before was answered with, where the board has not been read since. */
  const versionOf = (card: FlameCard) => Math.max(keptCard(client, card).version, answered.current.get(card.id) ?? 0)

  function announce(card: FlameCard, moved: FlameCard, to: Place, back: Place) {
    const undo = once(() => void move(moved, back))
    undoLast.current = undo
    notify(sentence(card, moved, to), { topic, action: { label: ui('action.undo'), onClick: undo } })
  }

  function sentence(card: FlameCard, moved: FlameCard, to: Place): string {
    const name = moved.contactName || t('unknown')
    if (to.assigneeRef !== undefined && moved.step === card.step) {
      const username = users.get(moved.assigneeRef ?? '')?.username
      return username ? t('done.assigned', { name, username }) : t('done.unassigned', { name })
    }
    const { title: step = '', board } = steps.get(moved.step) ?? {}
    const column = cardsOf(keptCards(client, moved), moved.step)
    const place = column.findIndex(({ id }) => id === moved.id) + 1
    if (place === 0) return t('done.movedTo', { name, step, board: board?.title ?? '' })
    return t('done.moved', { name, step, place, count: column.length })
  }

  const settled = () => line.current
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
const keepPlace = (moved: FlameCard) => (card: FlameCard) =>
  card.id === moved.id ? { ...moved, step: card.step, assigneeRef: card.assigneeRef } : card

function keptCards(client: QueryClient, { id, taskboardRef }: FlameCard): readonly FlameCard[] {
  const boards = keptAnswers(client, flameApi.board).map(({ flames }) => flames)
  const holding = boards.filter((cards) => cards.some((card) => card.id === id))
  return holding.at(-1) ?? boards.find((cards) => cards[0]?.taskboardRef === taskboardRef) ?? []
}

const keptCard = (client: QueryClient, card: FlameCard): FlameCard =>
  keptCards(client, card).find(({ id }) => id === card.id) ?? card
