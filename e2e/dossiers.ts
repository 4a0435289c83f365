import type { Page } from '@playwright/test'
import type { contactApi } from '../contract/src/contacts/contacts.ts'
import type { AnswerOf, InputOf } from '../contract/src/endpoint.ts'
import { masterData, productApi } from '../contract/src/lists/master-data.ts'
import type { boardApi } from '../contract/src/orders/boards.ts'
import { flameApi } from '../contract/src/orders/flames.ts'
import { addBoard, addContact, call, type Made, type NewStep, unique, uniqueNumber } from './data.ts'

export type Board = AnswerOf<typeof boardApi.add>
type Flame = AnswerOf<typeof flameApi.get>
type Contact = AnswerOf<typeof contactApi.get>
type NewContact = InputOf<typeof contactApi.add>['body']
export type NewDossier = NonNullable<InputOf<typeof flameApi.add>['body']['dossier']>

export const rowOf = (page: Page, table: string, index: number) =>
  page.getByRole('table', { name: table }).getByRole('row').nth(index)
export const open = (page: Page, flame: Flame) => page.goto(`/flames/${flame.id}/${flame.taskboardRef}`)
export const flameOf = (page: Page, { id }: Made) => call(page, flameApi.get, { params: { id } })
export const save = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Speichern' }).click()

/**
 * Adds the master data of a sale as an admin: products with pallets, lists, and a board whose steps have requirements.
 */
export async function trade(page: Page) {
  const word = unique()
  const pallet = await call(page, masterData.pallets.add, {
    body: { widthInCm: '120', depthInCm: '80', heightInCm: '60', weightInKg: '25', description: `Palette ${word}` },
  })
  const ring = { title: `Feuerring ${word}`, weightInKg: '85.5', possiblePallet: pallet.id }
  const ringId = (await call(page, productApi.add, { body: ring })).id
  await call(page, productApi.add, { body: { title: `Zange ${word}`, kind: 'ACCESSORY', weightInKg: '0.4' } })
  await call(page, masterData.warehouses.add, { body: { title: `Lager ${word}` } })
  await call(page, masterData.forwardingAgencies.add, { body: { title: `Spedition ${word}` } })
  await call(page, masterData.paymentConditions.add, { body: { title: `Netto ${word}` } })
  await call(page, masterData.deliveryConditions.add, { body: { title: `Frei ${word}` } })
  const steps: NewStep[] = [
    { title: 'Neu', requires: ['SAP_NUMBER'] },
    { title: 'Versand', requires: ['AVIS_PHONE'] },
  ]
  const board = await addBoard(page, 'FLAME', steps, `Verkauf ${word}`)
  return { word, ringId, board }
}

export const addCustomer = (page: Page, surname: string, more: Partial<NewContact> = {}) =>
  addContact(page, {
    givenName: 'Vreni',
    surname,
    addresses: [{ addressType: 'HOME', street: 'Seeweg 4', zipCode: '6300', city: 'Zug', country: 'CH' }],
    phoneNumbers: [{ type: 'MOBILE', number: uniqueNumber() }],
    ...more,
  })

export async function addFlame(page: Page, board: Board, contact: Made, dossier: NewDossier = {}): Promise<Flame> {
  // a new dossier does not meet the requirements of the first step
  const { id: step = '' } = board.steps[0] ?? {}
  const body = { contactRef: contact.id, taskboardRef: board.id, step, dossier, overrideReason: 'Test' }
  return call(page, flameApi.add, { body })
}

/** Adds a flame of one contact, and a second contact that can take it over. */
export async function flameBetweenContacts(page: Page, dossierOf: (contact: Contact) => NewDossier = () => ({})) {
  const { word, board } = await trade(page)
  const contact = await addCustomer(page, word, { emailAddresses: [{ address: `${unique()}@example.test` }] })
  const another = await addCustomer(page, `${word}neu`)
  const flame = await addFlame(page, board, contact, dossierOf(contact))
  return { word, contact, another, flame }
}

export const article = (productName: string, quantity = 1) => ({ productName, quantity })
export const crate = { quantity: 2, widthInCm: '100', depthInCm: '50', heightInCm: '40', weightInKg: '30' }
