import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnswerOf, Api, BodyOf, Endpoint, FileAnswer, ParamsOf, QueryOf } from '#contract/endpoint'
import { mayHear, readSubject, toldHeader, toldText } from '#contract/live'
import { allows, type KeyAccess, keyBeside, needsKey } from '#contract/permissions'
import { answerOf, type LastQuery } from '../db/last-query.ts'
import { keyHolder, showsKey } from './access-keys.ts'
import type { Actors } from './actors.ts'
import { type FileReply, JsonText, type StoredFileReply, sendFile } from './answers.ts'
import { readSigned } from './body.ts'
import { type Actor, type AppContext, type Ctx, inTransaction, withoutTransaction } from './context.ts'
import { costlyInTurn, costOf, hasLeft } from './costly.ts'
import { answerBefore, assertRunsOnce, claim, keepAnswer, type OneCall, oneCall } from './idempotency.ts'
import { refuseUnkeepable } from './keepable.ts'
import { fail } from './problem.ts'
import { keyLimit } from './security.ts'
import { changesInTurn } from './turns.ts'
import { receiveUpload, type UploadedFile } from './upload.ts'

interface Input<E extends Endpoint> {
  readonly ctx: Ctx
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly file: E extends { upload: object } ? UploadedFile : UploadedFile | undefined
  /** All files of a call that takes several; otherwise at most one. */
  readonly files: readonly UploadedFile[]
  /** Only for setting the session cookie; answers are returned. */
  readonly reply: FastifyReply
}

type Answer<E extends Endpoint> = E['response'] extends FileAnswer
  ? FileReply | StoredFileReply
  : AnswerOf<E> | JsonText<AnswerOf<E>>
type Handler<E extends Endpoint> = (input: Input<E>) => Promise<Answer<E> | LastQuery<Answer<E>>>

/**
 * A handler with slow work that must not hold a transaction open (hashing, asking another server): `prepare` runs
 * before the transaction, with a ctx whose `db` commits each statement by itself, and `run` gets its result.
 */
interface Prepared<E extends Endpoint, P> {
  readonly prepare: (input: Input<E>) => Promise<P>
  readonly run: (input: Input<E> & { readonly prepared: P }) => Promise<Answer<E> | LastQuery<Answer<E>>>
}

/** Types `run` by the result of `prepare`. */
export const prepared = <E extends Endpoint, P>(_: E, handler: Prepared<E, P>): Prepared<E, P> => handler

// biome-ignore lint/suspicious/noExplicitAny: what is prepared differs from call to call; `prepared` types it.
type Handlers<A extends Api> = { readonly [Name in keyof A]: Handler<A[Name]> | Prepared<A[Name], any> }

/** A slice's calls with their handlers, ready to be mounted. */
export interface Routes {
  readonly api: Api
  mount(app: FastifyInstance, appContext: AppContext, actors: Actors): void
}

/** Connects every call of the table with its handler (shape 2); a missing or surplus key does not compile. */
export function routes<A extends Api>(api: A, handlers: Handlers<A>): Routes {
  return {
    api,
    mount(app, appContext, actors) {
      for (const [name, endpoint] of Object.entries(api)) {
        const handler = handlers[name as keyof A] as Handler<Endpoint> | Prepared<Endpoint, unknown>
        mountOne(app, appContext, actors, endpoint, typeof handler === 'function' ? { run: handler } : handler)
      }
    },
  }
}

/** Returns the calls of a slice without those that an upper slice mounts, because they join the two. */
export const without = <A extends Api, Name extends keyof A & string>(api: A, ...names: Name[]): Omit<A, Name> =>
  Object.fromEntries(Object.entries(api).filter(([name]) => !names.includes(name as Name))) as Omit<A, Name>

/** Lets the error of a field tell whether a value was given at all. */
const withInput = { reportInput: true }

function mountOne(
  app: FastifyInstance,
  appContext: AppContext,
  actors: Actors,
  endpoint: Endpoint,
  handler: Partial<Prepared<Endpoint, unknown>>,
) {
  const { prepare, run } = handler
  if (!endpoint.allow || !run) throw new Error(`${endpoint.method} ${endpoint.path} declares no permission or handler`)
  assertRunsOnce(endpoint)
  const callerOf = knowsCaller(app, appContext, actors, endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: endpoint.head === true,
    config: { endpoint },
    handler: async (request, reply) => {
      let { actor, callerId } = await callerOf(request)
      const params = endpoint.params.parse(request.params, withInput)
      const query = endpoint.query.parse(request.query, withInput)
      refuseUnkeepable(params, query)
      if (!endpoint.upload && request.isMultipart()) fail('UNSUPPORTED_MEDIA')
      const form = endpoint.upload
        ? await receiveUpload(request, endpoint.upload, appContext.services.config)
        : undefined
      try {
        if (form) {
          // A large upload takes time: the sender may have lost their session or permissions meanwhile.
          ;({ actor, callerId } = await callerOf(request))
        }
        const sent = Buffer.isBuffer(request.body) ? await readSigned(request, request.body) : request.body
        const body = endpoint.body.parse(form ? form.fields : sent, withInput)
        refuseUnkeepable(body)
        const files = form?.files ?? []
        const once = await oneCall(endpoint, request, callerId, { params, query, body }, files)
        const before = once && (await answerBefore(appContext.database.kysely, once))
        if (before) return await send(reply, endpoint, before.answer, false)
        const input = { params, query, body, files, file: files[0], reply } as Omit<Input<Endpoint>, 'ctx'>
        const outside = () => ({ ...input, ctx: withoutTransaction(appContext, actor) })
        const work = async () => {
          const ready = prepare ? await prepare(outside()) : undefined
          return isReading(endpoint)
            ? await answerOf(appContext.database.kysely, await run({ ...outside(), prepared: ready }))
            : await changesInTurn(() =>
                inTransaction(
                  appContext,
                  actor,
                  (ctx) => runOnce(ctx, once, () => run({ ...input, ctx, prepared: ready })),
                  (subjects) => tellCaller(reply, actor, subjects),
                ),
              )
        }
        const again = async () => {
          // a caller who waited may have lost their session or permissions meanwhile
          ;({ actor } = await callerOf(request))
          return work()
        }
        const cost = costOf(endpoint, query)
        const answer = cost ? await costlyInTurn(cost, receiverOf(request, reply, actor), again) : await work()
        if (answer === hasLeft) {
          reply.hijack()
          return
        }
        if (endpoint.changesActors) actors.forget()
        if ('file' in endpoint.response && actor.sessionHash) endWithRights(reply, endpoint, actors)
        return await send(reply, endpoint, answer, appContext.checkAnswers)
      } finally {
        await form?.discard()
      }
    },
  })
}

const receiverOf = (request: FastifyRequest, reply: FastifyReply, actor: Actor) => ({
  session: actor.sessionHash?.toString('hex') ?? actor.id ?? actor.address,
  response: reply.raw,
  socket: request.raw.socket,
})

const isReading = ({ method, reads, writes }: Endpoint) => reads || (method === 'GET' && !writes)

interface Caller {
  readonly actor: Actor
  /** Id of the user or of the access key. */
  readonly callerId: string | null
}

/** Returns a function that finds out who calls, and refuses callers without permission. */
function knowsCaller(app: FastifyInstance, appContext: AppContext, actors: Actors, endpoint: Endpoint) {
  const { allow } = endpoint
  const bySession = async (request: FastifyRequest): Promise<Caller> => {
    const actor = await actors.of(request)
    authorise(endpoint, actor)
    return { actor, callerId: actor.id }
  }
  const byKey = (access: KeyAccess) => {
    const count = keyLimit(app, endpoint)
    return async (request: FastifyRequest): Promise<Caller> => {
      const { actor, keyId } = await keyHolder(appContext, request, access)
      await count(request, keyId)
      return { actor, callerId: keyId }
    }
  }
  if (needsKey(allow)) return byKey(allow)
  const scope = keyBeside(allow)
  if (!scope) return bySession
  const shown = byKey({ key: scope })
  return (request: FastifyRequest) => (showsKey(request) ? shown(request) : bySession(request))
}

/** Runs a call. With an idempotency key its answer is stored in the transaction, and is given to a second call. */
async function runOnce(ctx: Ctx, once: OneCall | undefined, run: () => Promise<unknown>): Promise<unknown> {
  if (!once) return run()
  while (!(await claim(ctx.db, once))) {
    // null when the answer was deleted meanwhile, so that the key is free again
    const before = await answerBefore(ctx.db, once)
    if (before) return before.answer
  }
  const answer = await answerOf(ctx.db, await run())
  await keepAnswer(ctx.db, once, answer)
  return answer
}

function authorise(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.allow === 'public') return
  if (actor.id === null) fail('UNAUTHENTICATED')
  if (actor.secondFactorMissing && !endpoint.duringSetup) fail('SECOND_FACTOR_SETUP_REQUIRED')
  if (!allows(endpoint.allow, actor.permissions)) fail('FORBIDDEN')
}

/** Cuts off a file that is still being sent when its receiver loses the session or the permission. */
function endWithRights({ request, raw }: FastifyReply, endpoint: Endpoint, actors: Actors): void {
  async function check(): Promise<void> {
    // while the database is away nobody is known to have lost anything
    const actor = await actors.of(request).catch(() => null)
    try {
      if (actor) authorise(endpoint, actor)
    } catch {
      raw.destroy()
    }
  }
  if (raw.closed) return
  const stop = actors.onChange(() => void check())
  raw.once('close', stop)
  // the answer may have taken long to make
  void check()
}

/** Sends the subjects that the call changed as a header, so that its own screen need not wait for the live channel. */
function tellCaller(reply: FastifyReply, { id, byKey, permissions }: Actor, subjects: readonly string[]): void {
  // programs and customers have no screen of ours, and must not learn what else changed
  if (id === null || byKey) return
  const heard = subjects.filter((text) => {
    const subject = readSubject(text)
    return subject && mayHear(subject, id, permissions)
  })
  if (heard.length > 0) reply.header(toldHeader, toldText(heard))
}

async function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown, check: boolean) {
  if ('file' in endpoint.response) return sendFile(reply, answer as FileReply | StoredFileReply)
  if (answer === undefined) return reply.code(endpoint.accepts ? 202 : 204).send()
  if (check) assertAnswer(endpoint, answer instanceof JsonText ? answer.value : JSON.parse(JSON.stringify(answer)))
  if (endpoint.creates) reply.code(201)
  reply.header('content-type', 'application/json; charset=utf-8')
  // As bytes at once: for a long string Node would first count the bytes and then encode it while writing.
  return reply.send(answer instanceof JsonText ? answer.bytes : Buffer.from(JSON.stringify(answer)))
}

function assertAnswer(endpoint: Endpoint, answer: unknown): void {
  const schema = endpoint.response as z.ZodType
  const result = schema.safeParse(answer)
  const wrong = result.success ? surplus(answer, result.data) : z.prettifyError(result.error)
  if (wrong) throw new Error(`${endpoint.method} ${endpoint.path} answers what its contract does not say: ${wrong}`)
}

/** Returns the first key of an answer that the contract does not have. */
function surplus(answer: unknown, known: unknown, path = ''): string | null {
  if (typeof answer !== 'object' || answer === null || typeof known !== 'object' || known === null) return null
  for (const [key, value] of Object.entries(answer)) {
    if (!(key in known)) return `${path}.${key} is not in the contract`
    const deeper = surplus(value, (known as Record<string, unknown>)[key], `${path}.${key}`)
    if (deeper) return deeper
  }
  return null
}
