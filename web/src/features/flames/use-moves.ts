import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type FlameCard, flameApi } from '#contract/flames'
import type { StepRequirement } from '#contract/step-requirements'
import { ApiError } from '../../api/client.ts'
import { amend, keptAnswers, refresh, useApiMutation } from '../../api/hooks.ts'
import { notify } from '../../ui/snackbar.ts'
import { useUsers } from '../users/use-users.ts'
import { cardsOf, type Place, placed, placeOf } from './placement.ts'
import { useFlameBoards } from './use-boards.ts'
import { conflictCodes, useConflictWords } from './use-conflict-words.ts'

/** A move that a step refuses because of what the dossier lacks. */
export interface Refused {
  card: FlameCard
  to: Place
  missing: readonly StepRequirement[]
}

const topic = 'flame'
const refreshes = [flameApi.search, flameApi.ofContact, flameApi.countOwnDue]

/** Moves that show at once, one after the other, each with a sentence that takes it back. */
export function useMoves(onRefused: (refused: Refused) => void) {
  const { t } = useTranslation('flames')
  const { t: ui } = useTranslation('ui')
  const client = useQueryClient()
  const { steps } = useFlameBoards()
  const users = useUsers()
  const tellConflict = useConflictWords()
  const quiet = [...conflictCodes, 'STEP_REQUIRES'] as const
  const moving = useApiMutation(flameApi.move, { quiet })
  const prioritizing = useApiMutation(flameApi.prioritize, { quiet })
  const line = useRef(Promise.resolve())
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
    const back = placeOf(keptCards(client, card), keptCard(client, card))
    amend(client, flameApi.board, (board) => ({ ...board, flames: placed(board.flames, card.id, to) }))
    // the version of a second move is the one that the first is answered with
    line.current = line.current.then(async () => {
      try {
        const moved = await request(keptCard(client, card).version)
        amend(client, flameApi.board, (board) => ({ ...board, flames: board.flames.map(keepPlace(moved)) }))
        announce(card, moved, to, back)
        await refresh(client, refreshes)
      } catch (error) {
        // reading the board anew shows where it stands, but not while the server is away
        amend(client, flameApi.board, (board) => ({ ...board, flames: placed(board.flames, card.id, back) }))
        await refresh(client, [flameApi.board])
        const missing = error instanceof ApiError ? error.problem.missing : undefined
        if (missing) onRefused({ card, to, missing })
        else await tellConflict(card, error)
      }
    })
    return line.current
  }

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

  return { move, prioritize, undo: () => undoLast.current?.() }
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
