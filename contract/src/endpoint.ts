import { z } from 'zod'
import { defaultTimeZone } from './limits.ts'
import type { Access } from './permissions.ts'

/** A call that answers with bytes instead of JSON. */
export interface FileAnswer {
  readonly file: true
  readonly contentType: string
}

export const fileAnswer = (contentType: string): FileAnswer => ({ file: true, contentType })

/** Subjects, written as the database writes them, with `:name` for a parameter or a part of the query. */
export type Shows = readonly string[]

/** A call that takes an uploaded file (multipart field `file`); its other fields are the `body`. */
export interface Upload {
  /** Of all files together. */
  readonly maxBytes: number
  /** A call with it takes so many files, or none. */
  readonly maxFiles?: number
  /** Of each other field of the form; 100,000 where it is not said. */
  readonly maxFieldBytes?: number
}

/**
 * A call that may take long, or several connections of the database: always, or where this field of the query is given. Of each kind a
 * session has a few answered at once, and the others after them.
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
  /** With `:name` for path parameters. */
  readonly path: string
  readonly allow: Access
  /** One line for the API document. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  readonly upload?: Upload
  /** A POST that changes nothing, such as a search: it gets no transaction, as a GET gets none. */
  readonly reads?: boolean
  /** What the answer of a call that reads is made of: once that changes, a screen that shows it asks again (live.ts). */
  readonly shows?: Shows
  /** What a change names by its address, or else in its body, is not there by that name afterwards. */
  readonly ends?: boolean
  /** Who may do what changes by it, so that nobody is known by what held before. */
  readonly changesActors?: boolean
  /** Answered also while a second factor that a role asks for is not set up yet. */
  readonly duringSetup?: boolean
  /** A GET that begins work: a link on another site must not make it. */
  readonly startsWork?: boolean
  /** A GET that writes, for those who can only call an address; with a key alone. */
  readonly writes?: boolean
  /** A GET that may be asked for its head alone. */
  readonly head?: boolean
  /** Takes its fields as a form sends them, too. */
  readonly forms?: boolean
  /** So many in a minute: of an address, or of the key where `allow` asks for one. Counted for this call alone. */
  readonly perMinute?: number
  readonly costly?: Costly
  /** Done is answered with 202 instead of 204, as those ask for who send what happened. */
  readonly accepts?: boolean
  /** A POST that makes something is answered with 201 instead of 200. */
  readonly creates?: boolean
  /** A POST that is run once for each `Idempotency-Key`, however often it is sent. */
  readonly idempotencyKey?: 'accepted' | 'required'
}

/** What an endpoint has that takes no parameters, no query or no body: anything is accepted and nothing kept. */
export const nothing = z.unknown().transform(() => ({}))
type Nothing = typeof nothing

/** What is said of a call; a part that is left out is `nothing`. */
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

/** Shape 1: a call of the API as data. `allow` is required: a call without a permission does not compile. */
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

/** So that the handler of an upload gets its file without asking whether there is one. */
type WithUpload<File> = File extends Upload ? { readonly upload: File } : unknown

/** The calls of a slice, by name. */
export type Api = Record<string, Endpoint>

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : Blob

/** What a caller passes; parts the endpoint does not have may be left out. */
export type InputOf<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>> & { file?: Blob; files?: readonly File[] }

type Part<Name extends string, T> = unknown extends T
  ? { [K in Name]?: T }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** The address of a call with its parameters filled in, e.g. `/api/contacts/0192…/emails`. */
export function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
}

/** The same with what stands behind the question mark; a list is written once for each of its values. */
export function urlOf(endpoint: Endpoint, params?: Record<string, string>, query: object = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) text.append(name, String(one))
  }
  return pathOf(endpoint, params) + (text.size > 0 ? `?${text}` : '')
}

/**
 * The calls of a plain resource: a list whose rows are added, changed, removed and replaced by each other. `derived`
 * is what the server adds to a row by itself.
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

/** Fields of one kind. */
export const each = <Name extends string, Field extends z.ZodType>(names: readonly Name[], field: Field) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<Name, Field>

/** UUID in its text form. */
export const Id = z.guid()
export const ById = z.object({ id: Id })
/** As many as the database counts. */
const mostVersions = 2 ** 31 - 1
export const Version = z.int().min(1).max(mostVersions)
/** The one that the caller has seen, in an address. */
export const SeenVersion = z.coerce.number().int().min(1).max(mostVersions)
/** No content: answered as 204. */
export const Done = z.undefined()
/** An instant, ISO 8601 in UTC with `Z`. */
export const Instant = z.iso.datetime()
/** An instant that people enter: from 1800 to 2499. */
export const EnteredInstant = Instant.refine(isEnterable, { params: { code: 'DATE' } })
/** The same rounded to whole minutes. Midnight in Zurich means a day without a time. */
export const Minute = EnteredInstant.transform((instant) => toMinute(instant))
/** A pure date, `yyyy-mm-dd`, from 1800 to 2499. */
export const PlainDate = z.iso
  .date({ abort: true })
  .refine((date) => date >= '1800' && date < '2500', { params: { code: 'DATE' }, abort: true })
/** The day that an instant is in Zurich. */
export const dayOf = (at: Date): string => zurichDay().format(at)
export const today = (): string => dayOf(new Date())
/** What the clocks of the company show, HH:mm. */
export const clockOf = (at: Date): string => zurichClock().format(at)
const zurichDay = inZurich({})
const zurichClock = inZurich({ timeStyle: 'short' })

/** Made no sooner than it is needed: a browser takes as long for its first format as for much of its code. */
function inZurich(how: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  return () => {
    format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: defaultTimeZone, ...how })
    return format
  }
}

/** 1 is Monday, as `isodow` of the database has it. */
export const IsoWeekday = z.coerce.number().int().min(1).max(7)

/** Text of one line or more, trimmed, at most `max` characters; may be empty. */
export const OptionalText = ofEachLength((max) => z.string().trim().max(max))
/** Text that must hold at least one character, trimmed, at most `max`. */
export const Text = ofEachLength((max) => z.string().trim().min(1).max(max))
/** The name of something in a list: one line, without what nobody sees; may be empty. */
export const OptionalTitle = ofEachLength((max) => z.string().overwrite(oneLine).max(max))
/** The same with at least one character. */
export const Title = ofEachLength((max) => z.string().overwrite(oneLine).min(1).max(max))
/** A time of day, `08:30`. */
export const ClockTime = z.stringFormat('clockTime', /^([01]\d|2[0-3]):[0-5]\d$/)
/** `#rrggbb` */
export const Colour = z.stringFormat('colour', /^#[0-9a-f]{6}$/)
/** A flag in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A shape for each length, made once: hundreds of fields have one of a dozen lengths, and each shape is five objects. */
function ofEachLength<Shape>(make: (max: number) => Shape): (max: number) => Shape {
  const made = new Map<number, Shape>()
  return (max) => {
    const shape = made.get(max) ?? make(max)
    made.set(max, shape)
    return shape
  }
}

/** Control and direction marks, and what takes no place: two names that look alike are to be alike. */
export const hiddenCharacters = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

/** As a title is kept. NUL stays, for it is refused as everywhere; so does what joins the parts of a picture sign. */
export const oneLine = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(hiddenCharacters, (sign) => (sign === '\0' || sign === '\u200d' ? sign : ''))
    .trim()

const firstMinute = Date.UTC(1799, 11, 31, 23)
const afterLastMinute = Date.UTC(2499, 11, 31, 23)

/** What is no instant at all has been refused already. */
function isEnterable(instant: string): boolean {
  const time = minuteOf(instant)
  return Number.isNaN(time) || (time >= firstMinute && time < afterLastMinute)
}

const toMinute = (instant: string) => new Date(minuteOf(instant)).toISOString()
const minuteOf = (instant: string) => Math.round(Date.parse(instant) / 60_000) * 60_000
