import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { defaultTimeZone } from './limits.ts'
import type { Access } from './permissions.ts'

/** Answer of a call that returns bytes instead of JSON. */
export interface FileAnswer {
  readonly file: true
  readonly contentType: string
}

export const fileAnswer = (contentType: string): FileAnswer => ({ file: true, contentType })

/** Subjects (live.ts) in the notation of the database; `:name` stands for a path or query parameter. */
export type Shows = readonly string[]

/** Upload of files in the multipart field `file`; the other form fields are the `body`. */
export interface Upload {
  /** Total size of all files. */
  readonly maxBytes: number
  /** Largest number of files; with it a call may also come without any. Without it exactly one file is required. */
  readonly maxFiles?: number
  /** Error of a form without the required file; default VALIDATION. */
  readonly missing?: ErrorCode
  /** Size of each other form field; default 100,000. */
  readonly maxFieldBytes?: number
}

/**
 * Marks a call that may take long or use several database connections: always, or only when the query parameter `with`
 * is given. Per session and kind only a few run at once; the others wait.
 */
export interface Costly {
  readonly kind: 'SEARCH' | 'FIGURES' | 'EXPORT'
  readonly with?: string
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType | FileAnswer = z.ZodType | FileAnswer,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for parameters. */
  readonly path: string
  readonly allow: Access
  /** One line for the API document. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  readonly upload?: Upload
  /** POST that changes nothing, such as a search. Like a GET it runs without a transaction. */
  readonly reads?: boolean
  /**
   * Subjects that the answer is made of: when one of them changes, a screen that shows the answer asks again (live.ts).
   */
  readonly shows?: Shows
  /**
   * The change removes the record named by the last path parameter, or the records named in the body; reads of these
   * records are not repeated.
   */
  readonly ends?: boolean
  /** The call changes permissions, so the server forgets all cached actors. */
  readonly changesActors?: boolean
  /** Allowed also while a second factor that a role requires is not set up yet. */
  readonly duringSetup?: boolean
  /** GET that starts work, so a link on another site must not trigger it. */
  readonly startsWork?: boolean
  /** GET that writes, for callers that can only open an address; only with an access key. */
  readonly writes?: boolean
  /** GET that also answers HEAD requests. */
  readonly head?: boolean
  /** Accepts URL-encoded form fields as well as JSON. */
  readonly forms?: boolean
  /** Requests per minute of this call alone: per session and address, or per key where `allow` asks for one. */
  readonly perMinute?: number
  readonly costly?: Costly
  /** A successful call without an answer returns 202 instead of 204, as senders of events expect. */
  readonly accepts?: boolean
  /** POST that creates something: answers 201 instead of 200. */
  readonly creates?: boolean
  /** POST that runs once per `Idempotency-Key`, however often it is sent. */
  readonly idempotencyKey?: 'accepted' | 'required'
}

/** Schema of parameters, query or body that an endpoint does not take: accepts anything and keeps nothing. */
export const nothing = z.unknown().transform(() => ({}))
type Nothing = typeof nothing

/** Input of `endpoint`; a part that is left out becomes `nothing`. */
type Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType | FileAnswer,
  File extends Upload | undefined,
> = Omit<Endpoint, 'params' | 'query' | 'body' | 'response' | 'upload'> & {
  readonly response: Response
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly upload?: File
}

/** Defines a call of the API as data (shape 1). `allow` is required: a call without a permission does not compile. */
export function endpoint<
  Response extends z.ZodType | FileAnswer,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  File extends Upload | undefined = undefined,
>(
  definition: Definition<Params, Query, Body, Response, File>,
): Endpoint<Params, Query, Body, Response> & WithUpload<File> {
  return {
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    ...definition,
  } as Endpoint<Params, Query, Body, Response> & WithUpload<File>
}

/** Makes `upload` known to the types, so that the handler of an upload gets its file without a check. */
type WithUpload<File> = File extends Upload ? { readonly upload: File } : unknown

/** The calls of a slice, by name. */
export type Api = Record<string, Endpoint>

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : Blob

/** Input of a caller; parts that the endpoint does not have may be left out. */
export type InputOf<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>> & { file?: Blob; files?: readonly File[] }

type Part<Name extends string, T> = unknown extends T
  ? { [K in Name]?: T }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** Returns the path of a call with its parameters filled in, e.g. `/api/contacts/0192…/emails`. */
export function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
}

/** Returns the path with its query string; a list becomes one parameter per value. */
export function urlOf(endpoint: Endpoint, params?: Record<string, string>, query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) text.append(name, String(one))
  }
  return pathOf(endpoint, params) + (text.size > 0 ? `?${text}` : '')
}

/**
 * Returns the calls of a plain list: read all, add, change, remove, and replace one row by another. `derived` are
 * fields that the server adds to each row.
 */
export function crud<Shape extends z.ZodRawShape, Derived extends z.ZodRawShape = Record<never, never>>(
  path: string,
  what: string,
  shape: Shape,
  access: { read: Access; write: Access },
  derived = {} as Derived,
) {
  const fields = z.object(shape)
  const row = z.object({ id: Id, version: Version, ...shape, ...derived })
  const change = z.object({ version: Version, ...shape })
  return {
    list: endpoint({
      method: 'GET',
      path,
      allow: access.read,
      summary: `All ${what}`,
      shows: ['list'],
      response: z.array(row),
    }),
    add: endpoint({
      method: 'POST',
      path,
      allow: access.write,
      idempotencyKey: 'accepted',
      summary: `Add to ${what}`,
      body: fields,
      response: row,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:id`,
      allow: access.write,
      summary: `Change one of ${what}`,
      params: ById,
      body: change,
      response: row,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      allow: access.write,
      summary: `Remove one of ${what}; IN_USE says where it is still named`,
      ends: true,
      params: ById,
      response: Done,
    }),
    replace: endpoint({
      method: 'PUT',
      path: `${path}/:id/replace-by/:otherId`,
      allow: access.write,
      summary: `Name another of ${what} wherever this one is named`,
      params: z.object({ id: Id, otherId: Id }),
      response: z.object({ replaced: z.int() }),
    }),
  }
}

/** Returns an object with the same schema for every name. */
export const each = <Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>

/** UUID in its text form. */
export const Id = z.guid()
export const ById = z.object({ id: Id })
/** Largest 32-bit integer of the database. */
const mostVersions = 2 ** 31 - 1
export const Version = z.int().min(1).max(mostVersions)
/** Version that the caller has seen, as a query parameter. */
export const SeenVersion = z.coerce.number().int().min(1).max(mostVersions)
/** No content: answered with 204. */
export const Done = z.undefined()
/** Instant, ISO 8601 in UTC with `Z`. */
export const Instant = z.iso.datetime()
/** Instant that people enter: from 1800 to 2499. */
export const EnteredInstant = Instant.refine(isEnterable, { params: { code: 'DATE' } })
/** Entered instant, rounded to whole minutes. Midnight in Zurich means a day without a time. */
export const Minute = EnteredInstant.transform((instant) => toMinute(instant))
/** Date without a time, `yyyy-mm-dd`, from 1800 to 2499. */
export const PlainDate = z.iso
  .date({ abort: true })
  .refine((date) => date >= '1800' && date < '2500', { params: { code: 'DATE' }, abort: true })
/** Returns the day of an instant in Zurich. */
export const dayOf = (at: Date): string => zurichDay().format(at)
export const today = (): string => dayOf(new Date())
/** Returns the time of day in Zurich, HH:mm. */
export const clockOf = (at: Date): string => zurichClock().format(at)
const zurichDay = inZurich({})
const zurichClock = inZurich({ timeStyle: 'short' })

/** Creates a format when it is first used: creating one takes a browser as long as loading much of its code. */
function inZurich(how: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  return () => {
    format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: defaultTimeZone, ...how })
    return format
  }
}

/** Weekday, 1 is Monday, like `isodow` in PostgreSQL. */
export const IsoWeekday = z.coerce.number().int().min(1).max(7)

/** Text of one or more lines, trimmed, at most `max` characters; may be empty. */
export const OptionalText = ofEachLength((max) => z.string().trim().max(max))
/** Text of 1 to `max` characters, trimmed. */
export const Text = ofEachLength((max) => z.string().trim().min(1).max(max))
/** Name of a list entry: one line without invisible characters, at most `max` characters; may be empty. */
export const OptionalTitle = ofEachLength((max) => z.string().overwrite(oneLine).max(max))
/** Name of a list entry: one line without invisible characters, 1 to `max` characters. */
export const Title = ofEachLength((max) => z.string().overwrite(oneLine).min(1).max(max))
/** Time of day, `08:30`. */
export const ClockTime = z.stringFormat('clockTime', /^([01]\d|2[0-3]):[0-5]\d$/)
/** `#rrggbb` */
export const Colour = z.stringFormat('colour', /^#[0-9a-f]{6}$/)
/** Flag in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Caches one schema per length: hundreds of fields share a dozen lengths, and each schema is five objects. */
function ofEachLength<Shape>(make: (max: number) => Shape): (max: number) => Shape {
  const made = new Map<number, Shape>()
  return (max) => {
    const shape = made.get(max) ?? make(max)
    made.set(max, shape)
    return shape
  }
}

/** Control, direction and zero-width characters. Removing them keeps different names from looking alike. */
export const hiddenCharacters = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** Returns a title as stored. NUL stays (the server refuses it everywhere), and so does the joiner of emoji. */
export const oneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(hiddenCharacters, (sign) => (sign === '\0' || sign === '\u200d' ? sign : ''))
    .trim()

const firstMinute = Date.UTC(1799, 11, 31, 23)
const afterLastMinute = Date.UTC(2499, 11, 31, 23)

/** Not a date at all counts as enterable here: the schema before has refused it already. */
function isEnterable(instant: string): boolean {
  const time = minuteOf(instant)
  return Number.isNaN(time) || (time >= firstMinute && time < afterLastMinute)
}

const toMinute = (instant: string) => new Date(minuteOf(instant)).toISOString()
const minuteOf = (instant: string) => Math.round(Date.parse(instant) / 60_000) * 60_000
