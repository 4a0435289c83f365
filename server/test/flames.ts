import { type Board, boardApi } from '@glut/contract/boards'
import type { InputOf } from '@glut/contract/endpoint'
import { flameApi } from '@glut/contract/flames'
import { expect } from 'vitest'
import type { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'

type As = Awaited<ReturnType<typeof testApp>>['as']

/** Adds flame boards and flames, so that a test names only what matters to it. */
export function flameFactory(as: As) {
  const buildContact = contactFactory(as)
  let number = 0

  async function buildBoard(overrides: Partial<InputOf<typeof boardApi.add>['body']> = {}): Promise<Board> {
    number += 1
    const steps = ['Neu', 'Offerte', 'Bestellt'].map((title) => ({ title }))
    const body = { title: `Flammen ${number}`, steps, ...overrides }
    const { answer, status, problem } = await as('ADMIN').call(boardApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

  async function buildFlame(overrides: Partial<InputOf<typeof flameApi.add>['body']> = {}) {
    const contactRef = overrides.contactRef ?? (await buildContact()).id
    const taskboardRef = overrides.taskboardRef ?? (await buildBoard()).id
    const body = { ...overrides, contactRef, taskboardRef }
    const { answer, status, problem } = await as('USER').call(flameApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

  return { buildContact, buildBoard, buildFlame }
}
