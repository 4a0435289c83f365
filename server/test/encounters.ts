import { expect } from 'vitest'
import { encounterApi } from '#contract/contacts/encounters'
import type { BodyOf } from '#contract/endpoint'
import type { testApp } from './app.ts'

type New = Partial<BodyOf<typeof encounterApi.add>>

/** Returns functions that add encounters and read the timeline as a user does. */
export function encounterFactory(as: Awaited<ReturnType<typeof testApp>>['as']) {
  const user = as('USER')

  async function add(contactId: string, body: New = {}) {
    const { answer, status, problem } = await user.call(encounterApi.add, {
      params: { id: contactId },
      body: { encounterType: 'TELEPHONE', ...body },
    })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

  const search = async (id: string, query: object) =>
    (await user.call(encounterApi.search, { params: { id }, query })).answer

  return { add, search }
}
