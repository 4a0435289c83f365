const path = '/api/booking'

/** Methods and paths of the booking calls, without schemas, to keep the bundle of the booking page small. */
export const bookingCalls = {
  page: { method: 'GET', path },
  slots: { method: 'GET', path: `${path}/slots` },
  hold: { method: 'POST', path: `${path}/holds` },
  release: { method: 'DELETE', path: `${path}/holds/:id` },
  ask: { method: 'POST', path: `${path}/requests` },
  get: { method: 'GET', path: `${path}/requests/:token` },
  confirm: { method: 'POST', path: `${path}/requests/:token/confirm` },
  move: { method: 'PUT', path: `${path}/requests/:token` },
  cancel: { method: 'DELETE', path: `${path}/requests/:token` },
} as const
