import { expect } from 'vitest'
import type { z } from 'zod'
import { contactApi } from '#contract/contacts/contacts'
import type { testApp } from './app.ts'

type As = Awaited<ReturnType<typeof testApp>>['as']

/** Adds a contact that has a name, so that a test names only what matters to it. */
export const contactFactory =
  (as: As) =>
  async (overrides: Partial<z.input<typeof contactApi.add.body>> = {}) => {
    const body = { givenName: 'Anna', surname: 'Beispiel', ...overrides }
    const { answer, status, problem } = await as('USER').call(contactApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }
