import { type DuplicateGroup, duplicateApi } from '#contract/contacts/duplicates'
import { findContactDuplicates } from '../src/contacts/duplicates/find-duplicates.ts'
import type { testApp } from './app.ts'

/** Returns functions that search for duplicates as an admin does; the job runs at once instead of in a worker. */
export function duplicateFinder({ as, appContext }: Pick<Awaited<ReturnType<typeof testApp>>, 'as' | 'appContext'>) {
  const admin = as('ADMIN')

  async function search() {
    const { answer: run } = await admin.call(duplicateApi.start, {})
    await findContactDuplicates(appContext, { runId: run.id }, new AbortController().signal)
    return (await admin.call(duplicateApi.latestRun, {})).answer
  }

  async function groups(): Promise<DuplicateGroup[]> {
    return (await admin.call(duplicateApi.list, { query: { pageSize: 200 } })).answer.groups
  }

  const groupOf = async (id: string) =>
    (await groups()).find(({ contacts }) => contacts.some((contact) => contact.id === id))

  return { search, groups, groupOf }
}
