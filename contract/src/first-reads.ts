import { askedContacts } from './asked/contacts.ts'
import { contactApi } from './contacts/contacts.ts'
import { encounterApi } from './contacts/encounters.ts'
import type { Endpoint, InputOf } from './endpoint.ts'
import { masterData, productApi } from './lists/master-data.ts'
import { boardQuestion, showsResting } from './orders/board-question.ts'
import { boardApi } from './orders/boards.ts'
import { flameApi } from './orders/flames.ts'
import type { ScreenName } from './routes.ts'
import { type CurrentUser, userApi } from './users/users.ts'
import { projectApi } from './work/projects.ts'

/** Read call with its input. */
export interface Read {
  readonly endpoint: Endpoint
  readonly input: { readonly params?: Record<string, string>; readonly query?: object; readonly body?: unknown }
  /** Storage key under which the browser may keep another query string for this call. */
  readonly kept?: string
}
export const read = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => ({ endpoint, input }) as Read

/** Path and query parameters of a screen address. */
export type Address = Readonly<Record<string, string>>

/**
 * Calls that a screen waits for, or would redraw for, when it opens. The page of an address sends these requests before
 * its code has loaded, as far as the user may make them. Only the address and the user are known then, so calls that
 * depend on other answers are missing.
 */
export const firstReads: Partial<
  Record<ScreenName, (address: Address, user?: Pick<CurrentUser, 'userConfig'> | null) => readonly Read[]>
> = {
  contacts: (address) => [read(contactApi.search, { body: askedContacts(address) })],
  contact,
  contactAttachment: contact,
  contactComment: contact,
  contactEncounter: contact,
  flames: ({ board, future }, user) => [
    read(boardApi.listAll, {}),
    ...(board && user ? [read(flameApi.board, boardQuestion(board, showsResting(future, user)))] : []),
  ],
  flame: dossier,
  flameTodos: dossier,
  projects: () => [read(boardApi.listAll, {})],
  project: ({ id = '' }) => [read(projectApi.get, { params: { id } })],
  sectors: listOf(masterData.sectors),
  warehouses: listOf(masterData.warehouses),
  forwardAgency: listOf(masterData.forwardingAgencies),
  deliveryConditions: listOf(masterData.deliveryConditions),
  paymentConditions: listOf(masterData.paymentConditions),
  pallets: listOf(masterData.pallets),
}

/** Returns the first reads of a contact, whichever part of it the address leads to. */
function contact({ id = '' }: Address): readonly Read[] {
  return [
    read(contactApi.get, { params: { id } }),
    read(masterData.sectors.list, {}),
    read(encounterApi.count, { params: { id } }),
    read(encounterApi.months, { params: { id } }),
  ]
}

function dossier({ id = '' }: Address): readonly Read[] {
  return [read(flameApi.get, { params: { id } }), ...dossierLists.map((list) => read(list, {}))]
}

function listOf({ list }: { readonly list: Endpoint }) {
  return () => [{ endpoint: list, input: {} }]
}

/** Lists that the fields of a dossier select from. */
const dossierLists = [
  productApi.list,
  masterData.warehouses.list,
  masterData.forwardingAgencies.list,
  masterData.deliveryConditions.list,
  masterData.paymentConditions.list,
  userApi.list,
]
