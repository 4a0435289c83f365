import { z } from 'zod'
import { assigned } from '../assigned.ts'
import { ById, Colour, Done, endpoint, Id, Title, Version } from '../endpoint.ts'
import type { Access } from '../permissions.ts'
import { stepRequirements } from './step-requirements.ts'

export const boardKinds = ['FLAME', 'PROJECT'] as const
export type BoardKind = (typeof boardKinds)[number]

/** Who reads boards of a kind: whoever reads their cards as well, because a card stands in a step of a board. */
export const readersOf = {
  FLAME: { anyOf: ['TASKBOARD_READ', 'TASKBOARD_MODIFY', 'FLAME_READ'] },
  PROJECT: { anyOf: ['TASKBOARD_READ', 'TASKBOARD_MODIFY', 'PROJECT_READ'] },
} as const satisfies Record<BoardKind, Access>

/** Optional facts on the card of a flame, besides its name, what it lacks and its assignee. */
export const cardFacts = [
  'ARTICLES',
  'DESTINATION',
  'CERTIFICATE',
  'SAP_NUMBER',
  'NEXT_DATE',
  'CRATES',
  'TODOS',
] as const
export type CardFact = (typeof cardFacts)[number]
const CardFacts = z.array(z.enum(cardFacts)).max(cardFacts.length)

const Requirements = z.array(z.enum(stepRequirements)).max(stepRequirements.length)

export const BoardStep = z.object({
  id: Id,
  title: z.string(),
  colour: Colour,
  /** Facts that the dossier of a flame must have before the flame may enter the step. */
  requires: Requirements,
})
export type BoardStep = z.output<typeof BoardStep>

export const Board = z.object({
  id: Id,
  version: Version,
  kind: z.enum(boardKinds),
  title: z.string(),
  /** In their order on the board. */
  steps: z.array(BoardStep),
  /** Facts that the cards of the board show. */
  cardShows: CardFacts,
  ...assigned,
})
export type Board = z.output<typeof Board>

export const BoardFields = z.object({
  title: Title(255),
  kind: z.enum(boardKinds).default('FLAME'),
  /** In their order; a step without an id is new. Left out, `requires` keeps its value. */
  steps: z
    .array(
      z.object({
        id: Id.optional(),
        title: Title(100),
        colour: Colour.default('#5a5e64'),
        requires: Requirements.optional(),
      }),
    )
    .min(1)
    .max(50),
  /** Left out, the value is kept; a new board gets the default. */
  cardShows: CardFacts.optional(),
  ...assigned,
})

const BoardChange = BoardFields.extend({
  version: Version,
  /** Removed steps that hold cards, each with the step that takes over its cards. */
  cardsMoveTo: z.array(z.object({ stepRef: Id, toStepRef: Id })).default([]),
})

const boards = z.array(Board)

export const boardApi = {
  listFlameBoards: endpoint({
    method: 'GET',
    path: '/api/blackboards',
    allow: readersOf.FLAME,
    summary: 'Flame boards with their steps; with contactRef those on which the contact has flames',
    query: z.object({ contactRef: Id.optional() }),
    shows: ['board'],
    response: boards,
  }),
  listProjectBoards: endpoint({
    method: 'GET',
    path: '/api/blackboards/projects',
    allow: readersOf.PROJECT,
    summary: 'Project boards with their steps',
    shows: ['board'],
    response: boards,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/blackboards/_all',
    allow: { anyOf: [...readersOf.FLAME.anyOf, 'PROJECT_READ'] },
    summary: 'Flame and project boards with their steps, of the kinds that the caller may read',
    shows: ['board'],
    response: boards,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/blackboards',
    allow: 'TASKBOARD_CREATE',
    idempotencyKey: 'accepted',
    summary: 'Add a board',
    body: BoardFields,
    response: Board,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/blackboards/:id',
    allow: 'TASKBOARD_MODIFY',
    summary: 'Change a board and its steps; IN_USE with `usedPart` for a removed step that holds cards',
    params: ById,
    body: BoardChange,
    response: Board,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/blackboards/:id',
    allow: 'TASKBOARD_DELETE',
    summary: 'Remove a board without cards',
    params: ById,
    response: Done,
  }),
}
