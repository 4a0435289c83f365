import { z } from 'zod'
import { each, Id, Instant, Minute, Text, Version } from '../endpoint.ts'
import { DossierChange } from './dossiers.ts'

/** What a flame has beside its place and its dossier. */
const own = {
  assigneeRef: Id.nullable(),
  proxyOwnerRef: Id.nullable(),
}
/** With a reminder it is a future task until then, which a board hides unless asked. */
const dates = ['proxyOwnerFrom', 'proxyOwnerUntil', 'reminderAtUtc'] as const
const entered = { ...own, ...each(dates, Minute.nullable()) }
/** What is a column of the flame. */
export const flameFields = { ...own, ...each(dates, Instant.nullable()) }

export const override = {
  /** Lets an admin into a step whose requirements are not met; kept with the change of step. */
  overrideReason: Text(500).optional(),
}

export const NewFlame = z
  .object({
    contactRef: Id,
    taskboardRef: Id,
    /** The first one of the board when it is left out. */
    step: Id,
    /** Left out, the caller; null for nobody. */
    ...entered,
    dossier: DossierChange.omit({ contactRef: true }),
    /** What it is made from; an e-mail that belongs to nobody yet becomes its contact's. */
    emailRef: Id.nullable(),
    ...override,
  })
  .partial()
  .required({ contactRef: true, taskboardRef: true })
export type NewFlame = z.output<typeof NewFlame>

/** What is left out stays as it is. */
export const FlameChange = z
  .object({ ...entered, dossier: DossierChange })
  .partial()
  .extend({ version: Version })
export type FlameChange = z.output<typeof FlameChange>

/**
 * Right above `beforeRef`, or right below `afterRef`; whichever of them stands in the step still. Without either a card
 * goes to the top of another step and keeps its place in its own.
 */
export const FlameMove = z.object({
  version: Version,
  taskboardRef: Id,
  step: Id,
  assigneeRef: Id.nullable().optional(),
  beforeRef: Id.nullable().optional(),
  afterRef: Id.nullable().optional(),
  ...override,
})
export type FlameMove = z.output<typeof FlameMove>
