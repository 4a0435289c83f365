import { draftApi } from '@glut/contract/outgoing'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../../api/client.ts'
import { refresh } from '../../../api/hooks.ts'

/** There is one draft of a subject: others of it go to make room for the one just saved, or because it was sent. */
export async function removeSameSubject(client: QueryClient, subject: string, exceptId: string | null): Promise<void> {
  if (subject !== '') {
    const drafts = await call(draftApi.list, {})
    const same = drafts.filter((one) => one.subject === subject && one.id !== exceptId)
    await Promise.all(same.map(({ id }) => call(draftApi.remove, { params: { id } }).catch(unlessGone)))
  }
  await refresh(client, [draftApi.list])
}

/** Another tab, or saving twice in a row, may have been faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.problem.code === 'NOT_FOUND')) throw error
}
