import { z } from 'zod'
import { ById, Done, endpoint, Id, Instant, Title, Version } from '../endpoint.ts'
import { AppointmentFacts } from './appointment-facts.ts'

export const webhookEvents = ['APPOINTMENT_BOOKED', 'APPOINTMENT_MOVED', 'APPOINTMENT_CANCELLED'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
export const deliveredEvents = [...webhookEvents, 'TEST'] as const
export const webhookDeliveryStates = ['WAITING', 'DELIVERED', 'GIVEN_UP'] as const
/** Why a delivery failed: error status, redirect, no answer in time, no connection, no public address, own error. */
export const webhookFaults = ['STATUS', 'REDIRECT', 'TIMEOUT', 'UNREACHABLE', 'NOT_PUBLIC', 'OWN_FAULT'] as const

/** Web address without a password. */
const Address = z.url({ protocol: /^https?$/, normalize: true }).max(2000)
const fields = { title: Title(255), url: Address, events: z.array(z.enum(webhookEvents)).min(1).max(10) }

/** Appointment as it is sent and signed: ids and times, nothing about the person. */
const Told = AppointmentFacts.pick({ state: true, startUtc: true, endUtc: true, slotRef: true })
export const WebhookMessage = z.object({
  id: Id,
  type: z.enum(deliveredEvents),
  timestamp: Instant,
  data: Told.extend({
    id: Id,
    version: Version,
    contactRef: Id,
    /** MOVED: the time and slot before. */
    previous: Told.omit({ state: true }).optional(),
  }).or(z.object({})),
})
export type WebhookMessage = z.output<typeof WebhookMessage>

/** Address of another program that is told of appointments. The signing secret is shown once, when it is created. */
export const Webhook = z.object({
  id: Id,
  version: Version,
  title: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  createdUtc: Instant,
  /** Time since when no delivery has succeeded. */
  failingSinceUtc: Instant.nullable(),
  /** Time at which the product switched the webhook off. */
  gaveUpUtc: Instant.nullable(),
  /** Until then, messages are signed with the former secret as well. */
  formerSecretUntilUtc: Instant.nullable(),
  /** Number of deliveries that wait for their next try. */
  waiting: z.int(),
})
export type Webhook = z.output<typeof Webhook>

const WebhookAttempt = z.object({
  atUtc: Instant,
  durationMs: z.int(),
  /** HTTP status, where there was a response. */
  status: z.int().nullable(),
  fault: z.enum(webhookFaults).nullable(),
  /** Beginning of the response. */
  answer: z.string(),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDelivery = z.object({
  id: Id,
  /** Equal at every webhook and every try, so that a receiver recognises repeated deliveries. */
  eventRef: Id,
  eventType: z.enum(deliveredEvents),
  state: z.enum(webhookDeliveryStates),
  createdUtc: Instant,
  nextTryUtc: Instant.nullable(),
  /** Body as it was sent. */
  body: z.string(),
  /** Latest first, at most 20. */
  attempts: z.array(WebhookAttempt),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const path = '/api/webhooks'
const allow = 'GENERAL_ADMIN_FUNCTIONS'

export const webhookApi = {
  list: endpoint({
    method: 'GET',
    path,
    allow,
    summary: 'All webhooks; no secret can be read again',
    shows: ['webhook'],
    response: z.array(Webhook),
  }),
  add: endpoint({
    method: 'POST',
    path,
    allow,
    creates: true,
    summary: 'Have a program told of appointments; the secret that signs what it is sent is answered this once',
    body: z.object(fields),
    response: z.object({ webhook: Webhook, secret: z.string() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow,
    summary: 'Change a webhook, or switch it on and off; what waits is sent once it is on',
    params: ById,
    body: z.object({ version: Version, ...fields, active: z.boolean() }),
    response: Webhook,
  }),
  renewSecret: endpoint({
    method: 'POST',
    path: `${path}/:id/_renewSecret`,
    allow,
    summary: 'Another secret, answered this once; for a day what is sent is signed with the one before as well',
    params: ById,
    body: z.object({ version: Version }),
    response: z.object({ webhook: Webhook, secret: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow,
    ends: true,
    summary: 'Remove a webhook with its log; what waits is not sent any more',
    params: ById,
    response: Done,
  }),
  tryOut: endpoint({
    method: 'POST',
    path: `${path}/:id/_try`,
    allow,
    perMinute: 30,
    summary: 'Send a webhook a made-up event now, and answer what became of it',
    params: ById,
    response: WebhookDelivery,
  }),
  log: endpoint({
    method: 'GET',
    path: `${path}/:id/deliveries`,
    allow,
    summary: 'What a webhook was sent in the last 30 days with each try, the latest first, 50 at a time',
    shows: ['webhook webhook=:id'],
    params: ById,
    query: z.object({ before: Id.optional() }),
    response: z.object({ deliveries: z.array(WebhookDelivery), more: z.boolean() }),
  }),
  replay: endpoint({
    method: 'POST',
    path: `${path}/:id/events/:eventRef/_replay`,
    allow,
    summary: 'Send a webhook an event of its log once more, under the same id',
    params: z.object({ id: Id, eventRef: Id }),
    response: WebhookDelivery,
  }),
}
