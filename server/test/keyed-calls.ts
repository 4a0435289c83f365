import { z } from 'zod'
import { Done, endpoint } from '#contract/endpoint'

const call = {
  body: z.object({ name: z.string(), note: z.string().default('') }),
  response: z.object({ id: z.string() }),
}

/** Calls for access keys that tests mount; the product does not have them. */
export const keyedApi = {
  shown: endpoint({
    method: 'POST',
    path: '/api/test/shown',
    allow: { key: 'BOOKING' },
    summary: 'With a key',
    ...call,
  }),
  once: endpoint({
    method: 'POST',
    path: '/api/test/once',
    allow: { key: 'BOOKING' },
    idempotencyKey: 'required',
    summary: 'With a key, once',
    ...call,
  }),
  silent: endpoint({
    method: 'POST',
    path: '/api/test/silent',
    allow: { key: 'BOOKING' },
    idempotencyKey: 'accepted',
    summary: 'With a key, once where it is named, and without an answer',
    response: Done,
  }),
  few: endpoint({
    method: 'GET',
    path: '/api/test/few',
    allow: { key: 'BOOKING' },
    perMinute: 3,
    summary: 'With a key, three times a minute',
    response: z.object({ id: z.string() }),
  }),
  signed: endpoint({
    method: 'POST',
    path: '/api/test/signed',
    allow: { signature: 'TELEPHONY' },
    idempotencyKey: 'required',
    summary: 'Signed, once',
    ...call,
  }),
}
