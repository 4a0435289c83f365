import { type Draft, draftApi } from '#contract/mail/outgoing'
import { ApiError, call } from '../../../api/client.ts'

type Kept = Pick<Draft, 'subject' | 'updatedAtUtc'> & { readonly id: string | null }

let turn: Promise<unknown> = Promise.resolve()

/**
 * There is one draft of a subject: earlier ones of it go to make room for the one just saved, or because it was sent.
 * One that was saved since is another message, however late the list of them comes. One at a time: the next does not find
 * what this one removes.
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

/** Another tab may have been faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.problem.code === 'NOT_FOUND')) throw error
}
