import { createHash, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { contactApi } from '../contract/src/contacts/contacts.ts'
import { type AnswerOf, type Endpoint, type InputOf, urlOf } from '../contract/src/endpoint.ts'
import { boardApi } from '../contract/src/orders/boards.ts'
import { userApi } from '../contract/src/users/users.ts'
import type { Database } from '../server/src/db/db.ts'

// What the tests in a browser and those of screens make and do alike.

/** Which of the processes that run tests this is. */
const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0)

/** Counts on over all files that run in this process, whose modules may be read again for each. */
function next(): number {
  const count = Number(process.env.COUNTED_BY_TESTS ?? 0) + 1
  process.env.COUNTED_BY_TESTS = String(count)
  return count
}

const consonants = 'bcdfghjklmnpqrstvwxz'
const inLetters = (number: number) =>
  number.toString(20).replace(/./g, (digit) => consonants[Number.parseInt(digit, 20)] ?? '')

/**
 * A word that no other test of this run uses, so that each test finds its own contacts alone. It has no vowels, so
 * that a test which looks for «Ja» does not find it within the name of somebody.
 */
export const unique = () => `${inLetters(Date.now())}${inLetters(worker)}${inLetters(next())}`

const digits = (number: number, length: number) => String(number).padStart(length, '0')
/** A mobile number that no other test of this run uses, nor a contact of the demo data. */
export const uniqueNumber = () => `0795${digits(worker, 2)}${digits(next(), 4)}`
/** The same of Zurich; what begins with another digit shares its stem with none of the usual ones. */
export const uniqueLandline = (first = 5) => `+4144${first}${digits(worker, 2)}${digits(next(), 4)}`

/** What every call that makes or changes a row answers. */
export interface Made {
  id: string
  version: number
}

interface CallInput {
  params?: Record<string, string>
  query?: object
  body?: object
}

/** Makes a call of the contract as the person who is signed in; fails when it is refused. */
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

/** A board of its own, made by an admin: steps by their titles alone, or with what they have beside. */
export const addBoard = (
  admin: Page,
  kind: 'FLAME' | 'PROJECT',
  steps: readonly (string | NewStep)[],
  title = `Tafel ${unique()}`,
) =>
  call(admin, boardApi.add, {
    body: { title, kind, steps: steps.map((step) => (typeof step === 'string' ? { title: step } : step)) },
  })

/** A field by its whole name. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

/** Signs somebody in without a password; answers the cookie of the session. */
export async function addSession({ kysely }: Database, username: string): Promise<string> {
  const user = kysely.selectFrom('app_user').select('id').where('username', '=', username)
  const { id } = await user.where('deleted_at', 'is', null).executeTakeFirstOrThrow()
  const token = randomUUID()
  const token_hash = createHash('sha256').update(token).digest()
  await kysely.insertInto('session').values({ token_hash, user_id: id }).execute()
  return token
}

/**
 * Somebody with the rights of `like`, of whom no other test knows: what they are told is of this test alone. Whoever looks for
 * `like` does not find them.
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

/** Finds the id of whoever is called so; fails where nobody is. */
export async function idsOfPeople(admin: Page): Promise<(username: string) => string> {
  const users = await call(admin, userApi.list, {})
  return (name) => {
    const { id } = users.find(({ username }) => username === name) ?? {}
    if (!id) throw new Error(`nobody is called ${name}`)
    return id
  }
}
