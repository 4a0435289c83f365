import { expect } from 'vitest'
import type { BodyOf, InputOf } from '#contract/endpoint'
import { type Board, boardApi } from '#contract/orders/boards'
import { type Flame, flameApi } from '#contract/orders/flames'
import type { testApp } from './app.ts'
import { contactFactory } from './contacts.ts'

type As = Awaited<ReturnType<typeof testApp>>['as']

/** Returns functions that add flame boards and flames, so that a test names only what matters to it. */
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

type Change = Partial<BodyOf<typeof flameApi.update>>
type State = Pick<Flame, 'id' | 'version'>

/** Returns functions that save flames as a user does in the dossier. */
export function flameEditor(as: As) {
  const user = as('USER')
  const get = async (id: string) => (await user.call(flameApi.get, { params: { id } })).answer
  const save = ({ id, version }: State, change: Change, who = user) =>
    who.call(flameApi.update, { params: { id }, body: { version, ...change } })

  async function saved(flame: State, change: Change): Promise<Flame> {
    const { answer, status, problem } = await save(flame, change)
    expect(status, JSON.stringify(problem)).toBe(200)
    return answer
  }

  return { get, save, saved }
}

export const article = (productName: string, overrides: object = {}) => ({
  productRef: null,
  productName,
  quantity: 1,
  discount: null,
  warehouse: null,
  description: '',
  ...overrides,
})

export const pack = (overrides: object = {}) => ({
  quantity: 1,
  widthInCm: '120',
  depthInCm: '80',
  heightInCm: '60',
  weightInKg: '25.5',
  description: '',
  palletRef: null,
  ...overrides,
})
