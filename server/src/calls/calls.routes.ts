import type { FastifyReply } from 'fastify'
import { callApi } from '#contract/calls/calls'
import { type CallMessage, telephonyApi } from '#contract/calls/telephony'
import { pathOf } from '#contract/endpoint'
import { productTitle } from '#contract/limits'
import type { FileReply } from '../http/answers.ts'
import type { Ctx } from '../http/context.ts'
import { prepared, routes } from '../http/routes.ts'
import { addCallersNumber, listCandidates, listOwnCalls, writeDown } from './calls.ts'
import { getAccount, placeCall, saveAccount } from './dial.ts'
import { recordAll, understand } from './hear.ts'
import { lookUp } from './look-up.ts'
import {
  type Adapter,
  adapters,
  asDocumented,
  type Fields,
  sipgateAnswer,
  threeCxTemplate,
} from './providers/providers.ts'
import { countLog, listLog, sendMadeUp, tryOut } from './telephony.ts'

/** Handlers for a message of an exchange. It is read before the transaction, so that an unreadable message is kept. */
const hearing = (adapter: Adapter) => ({
  prepare: ({ ctx, body }: { ctx: Ctx; body: Fields }) => understand(ctx, adapter, body),
  run: ({ ctx, body, prepared }: { ctx: Ctx; body: Fields; prepared: readonly CallMessage[] }) =>
    recordAll(ctx, adapter, prepared, body),
})

/** Returns the public origin of the product, or the origin of this request where none is configured. */
const originOf = ({ services }: Ctx, { request }: FastifyReply): string =>
  services.config.publicUrl?.origin ?? `${request.protocol}://${request.host}`

const xml = (text: string, fileName: string): FileReply => ({
  content: Buffer.from(text),
  fileName,
  contentType: 'application/xml',
})

export const callRoutes = [
  routes(telephonyApi, {
    log: ({ ctx, query }) => listLog(ctx, query),
    count: ({ ctx, query }) => countLog(ctx, query),
    tryOut: ({ ctx, body }) => tryOut(ctx, body),
    send: ({ ctx, body }) => sendMadeUp(ctx, body),
    sipgateAccount: ({ ctx }) => getAccount(ctx),
    saveSipgateAccount: ({ ctx, body }) => saveAccount(ctx, body),
    tell: prepared(telephonyApi.tell, hearing(asDocumented)),
    tellByAddress: prepared(telephonyApi.tellByAddress, {
      prepare: ({ ctx, query }) => understand(ctx, adapters.GENERIC, query),
      run: ({ ctx, query, prepared }) => recordAll(ctx, adapters.GENERIC, prepared, query),
    }),
    tellByForm: prepared(telephonyApi.tellByForm, hearing(adapters.GENERIC)),
    sipgate: prepared(telephonyApi.sipgate, {
      ...hearing(adapters.SIPGATE),
      run: async ({ ctx, params, body, prepared, reply }) => {
        await recordAll(ctx, adapters.SIPGATE, prepared, body)
        return xml(sipgateAnswer(originOf(ctx, reply) + pathOf(telephonyApi.sipgate, params)), 'answer.xml')
      },
    }),
    placetel: prepared(telephonyApi.placetel, hearing(adapters.PLACETEL)),
    threeCxCalls: prepared(telephonyApi.threeCxCalls, hearing(adapters.THREE_CX)),
    threeCxContacts: ({ ctx, query, reply }) => lookUp(ctx, query.number, originOf(ctx, reply)),
    threeCxTemplate: async ({ ctx, reply }) =>
      xml(threeCxTemplate(productTitle, originOf(ctx, reply)), `${productTitle}-3cx.xml`),
  }),
  routes(callApi, {
    own: ({ ctx }) => listOwnCalls(ctx),
    dial: prepared(callApi.dial, {
      prepare: ({ ctx, body }) => placeCall(ctx, body.number),
      run: async () => undefined,
    }),
    candidates: ({ ctx, params }) => listCandidates(ctx, params.id),
    addNumber: ({ ctx, params, body }) => addCallersNumber(ctx, params.id, body),
    addEncounter: ({ ctx, params, body }) => writeDown(ctx, params.id, body),
  }),
]
