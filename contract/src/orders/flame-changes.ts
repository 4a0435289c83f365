import { z } from 'zod'
import { each, Id, Instant, Minute, Text, Version } from '../endpoint.ts'
import { DossierChange } from './dossiers.ts'

/** Columns of a flame besides its place and its dossier. */
const own = {
  assigneeRef: Id.nullable(),
  proxyOwnerRef: Id.nullable(),
}
/** A flame with a reminder is a future task until then; boards hide future tasks unless asked. */
const dates = ['proxyOwnerFrom', 'proxyOwnerUntil', 'reminderAtUtc'] as const
const entered = { ...own, ...each(dates, Minute.nullable()) }
/** Columns of the flame table. */
export const flameFields = { ...own, ...each(dates, Instant.nullable()) }

export const override = {
  /** Reason for which an admin enters a step whose requirements are not met; stored with the change of step. */
  overrideReason: Text(500).optional(),
}

export const NewFlame = z
  .object({
    contactRef: Id,
    taskboardRef: Id,
    /** Default is the first step of the board. */
    step: Id,
    /** The assignee is the caller by default; null for nobody. */
    ...entered,
    dossier: DossierChange.omit({ contactRef: true }),
    /** E-mail that the flame is made from; an e-mail without a contact gets the contact of the flame. */
    emailRef: Id.nullable(),
    ...override,
  })
  .partial()
  .required({ contactRef: true, taskboardRef: true })
export type NewFlame = z.output<typeof NewFlame>

/** Fields that are left out keep their values. */
export const FlameChange = z
  .object({ ...entered, dossier: DossierChange })
  .partial()
  .extend({ version: Version })
export type FlameChange = z.output<typeof FlameChange>

/**
 * Target of a moved card: right above `beforeRef` or right below `afterRef`, whichever is still in the step. Without
 * either, a card goes to the top of another step and keeps its place within its own.
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
