import { z } from 'zod'
import { Id, PlainDate } from '../endpoint.ts'
import { todoStates } from '../work/todos.ts'
import { type Address, flag, read } from './address.ts'

/** Value of `assignee` for to-dos without an assignee. */
export const nobody = 'nobody'

const State = z.enum(todoStates)

export const askedTodos = (address: Address<'due' | 'assignee' | 'state' | 'since' | 'until'>) => {
  const state = read(State, address.state)
  return {
    ...(state ? { states: [state] } : {}),
    dueOnly: flag(address.due),
    unassigned: address.assignee === nobody,
    assigneeRef: read(Id, address.assignee),
    finishedFrom: read(PlainDate, address.since),
    finishedTo: read(PlainDate, address.until),
  }
}
