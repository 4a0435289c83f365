import { type Draft, draftApi } from '#contract/mail/outgoing'
import { ApiError, call } from '../../../api/client.ts'

type Kept = Pick<Draft, 'subject' | 'updatedAtUtc'> & { readonly id: string | null }

let turn: Promise<unknown> = Promise.resolve()

/**
 * Removes earlier drafts with the same subject after one was saved or sent. A draft saved later is another message.
 * Runs one at a time, so that parallel calls do not remove the same draft twice.
 */
export function removeSameSubject(kept: Kept): Promise<void> {
  const removed = turn.then(() => remove(kept))
  turn = removed.catch(() => {})
  return removed
}

async function remove(kept: Kept): Promise<void> {
  if (kept.subject === '') return
  const drafts = await call(draftApi.list, {})
  const same = drafts.filter(
    ({ id, subject, updatedAtUtc }) => subject === kept.subject && id !== kept.id && updatedAtUtc <= kept.updatedAtUtc,
  )
  await Promise.all(same.map(({ id }) => call(draftApi.remove, { params: { id } }).catch(unlessGone)))
}

/** Ignores an error if another tab has already removed the draft. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.problem.code === 'NOT_FOUND')) throw error
}
