import { expect } from 'vitest'
import type { InputOf } from '#contract/endpoint'
import { type Board, boardApi } from '#contract/orders/boards'
import { projectApi } from '#contract/work/projects'
import type { testApp } from './app.ts'

type As = Awaited<ReturnType<typeof testApp>>['as']

/** Returns functions that add project boards and projects, so that a test names only what matters to it. */
export function projectFactory(as: As) {
  let number = 0

  async function buildBoard(overrides: Partial<InputOf<typeof boardApi.add>['body']> = {}): Promise<Board> {
    number += 1
    const steps = ['Geplant', 'Läuft', 'Fertig'].map((title) => ({ title }))
    const body = { title: `Projekte ${number}`, kind: 'PROJECT' as const, steps, ...overrides }
    const { answer, status, problem } = await as('ADMIN').call(boardApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

  async function buildProject(overrides: Partial<InputOf<typeof projectApi.add>['body']> = {}) {
    number += 1
    const taskboardRef = overrides.taskboardRef ?? (await buildBoard()).id
    const body = { title: `Projekt ${number}`, ...overrides, taskboardRef }
    const { answer, status, problem } = await as('USER').call(projectApi.add, { body })
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

  return { buildBoard, buildProject }
}
