import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { contactApi } from '../contract/src/contacts/contacts.ts'
import { type AnswerOf, type Endpoint, type InputOf, urlOf } from '../contract/src/endpoint.ts'
import { boardApi } from '../contract/src/orders/boards.ts'
import { userApi } from '../contract/src/users/users.ts'
import type { Database } from '../server/src/db/db.ts'

// Helpers that the browser tests and the screen tests share.

/** Number of the process that runs the test. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0)

/** Counts across all test files of the process, in the environment, because each file may load the modules again. */
function next(): number {
  const count = Number(process.env.COUNTED_BY_TESTS ?? 0) + 1
  process.env.COUNTED_BY_TESTS = String(count)
  return count
}

const consonants = 'bcdfghjklmnpqrstvwxz'
const inLetters = (number: number) =>
  number.toString(20).replace(/./g, (digit) => consonants[Number.parseInt(digit, 20)] ?? '')

/**
 * Returns a word that no other test of this run uses, so that each test finds only its own contacts. It has no vowels,
 * so that a search for «Ja» does not match it.
 */
export const unique = () => `${inLetters(Date.now())}${inLetters(worker)}${inLetters(next())}`

const digits = (number: number, length: number) => String(number).padStart(length, '0')
/** Returns a mobile number that neither another test of this run nor the demo data uses. */
export const uniqueNumber = () => `0795${digits(worker, 2)}${digits(next(), 4)}`
/** Returns such a landline number of Zurich; with another first digit it shares no stem with the default ones. */
export const uniqueLandline = (first = 5) => `+4144${first}${digits(worker, 2)}${digits(next(), 4)}`

/** Answer of every call that adds or changes a row. */
export interface Made {
  id: string
  version: number
}

interface CallInput {
  params?: Record<string, string>
  query?: object
  body?: object
}

/** Calls the API as the signed-in user of the page; throws when the call is refused. */
export async function call<E extends Endpoint>(page: Page, endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const { params, query, body } = input as CallInput
  const { method } = endpoint
  const url = urlOf(endpoint, params, query)
  const { origin } = new URL((await page.request.get('/healthz')).url())
  const answer = await page.request.fetch(url, { method, data: body, headers: { origin } })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${text}`)
  return (text ? JSON.parse(text) : undefined) as AnswerOf<E>
}

export const addContact = (page: Page, contact: InputOf<typeof contactApi.add>['body']) =>
  call(page, contactApi.add, { body: contact })

export type NewStep = InputOf<typeof boardApi.add>['body']['steps'][number]

/** Adds a board as an admin; steps are titles, or objects with further fields. */
export const addBoard = (
  admin: Page,
  kind: 'FLAME' | 'PROJECT',
  steps: readonly (string | NewStep)[],
  title = `Tafel ${unique()}`,
) =>
  call(admin, boardApi.add, {
    body: { title, kind, steps: steps.map((step) => (typeof step === 'string' ? { title: step } : step)) },
  })

/** Finds a text field by its exact name. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

/** Signs a user in without a password; returns the session cookie. */
export async function addSession({ kysely }: Database, username: string): Promise<string> {
  const user = kysely.selectFrom('app_user').select('id').where('username', '=', username)
  const { id } = await user.where('deleted_at', 'is', null).executeTakeFirstOrThrow()
  const token = randomUUID()
  const token_hash = createHash('sha256').update(token).digest()
  await kysely.insertInto('session').values({ token_hash, user_id: id }).execute()
  return token
}

/**
 * Adds a user with the roles of `like` for a single test, so that its notifications are those of this test only. A
 * search for the name `like` does not find the user.
 */
export async function addPerson({ pool }: Database, like = 'user'): Promise<string> {
  const username = `neu${unique()}`
  await pool.query(
    `with made as (
       insert into app_user (username, password_hash) select $1, password_hash from app_user where username = $2 returning id)
     insert into user_role (user_id, role_id)
     select made.id, r.role_id from made, user_role r join app_user u on u.id = r.user_id where u.username = $2`,
    [username, like],
  )
  return username
}

/** Returns a function that gives the id of a user name; it throws for an unknown one. */
export async function idsOfPeople(admin: Page): Promise<(username: string) => string> {
  const users = await call(admin, userApi.list, {})
  return (name) => {
    const { id } = users.find(({ username }) => username === name) ?? {}
    if (!id) throw new Error(`nobody is called ${name}`)
    return id
  }
}
