import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { appointmentMailRoutes } from './calendars/appointment-mail/appointment-mail.routes.ts'
import { appointmentRoutes } from './calendars/appointments/appointments.routes.ts'
import { bookingRoutes } from './calendars/booking/booking.routes.ts'
import { calendarFeedRoutes } from './calendars/feeds/feeds.routes.ts'
import { holidayRoutes } from './calendars/holidays/holidays.routes.ts'
import { pickupDayRoutes } from './calendars/pickups/pickups.routes.ts'
import { webhookRoutes } from './calendars/webhooks/webhooks.routes.ts'
import { callRoutes } from './calls/calls.routes.ts'
import type { Config } from './config.ts'
import {
  addressRoutes,
  contactHistoryRoutes,
  contactRoutes,
  emailAddressRoutes,
  phoneNumberRoutes,
} from './contacts/contacts.routes.ts'
import { contactDocumentRoutes } from './contacts/documents/documents.routes.ts'
import { contactDuplicateRoutes } from './contacts/duplicates/duplicates.routes.ts'
import { encounterRoutes } from './contacts/encounters/encounters.routes.ts'
import { contactImportRoutes, listedEncounterRoutes } from './contacts/imports/imports.routes.ts'
import { contactMergeRoutes } from './contacts/merges/merges.routes.ts'
import { contactRecordRoutes } from './contacts/records/records.routes.ts'
import { contactRelationRoutes } from './contacts/relations/relations.routes.ts'
import { openActors } from './http/actors.ts'
import { acceptJsonBodies } from './http/body.ts'
import { endConnectionsOnClose } from './http/close.ts'
import type { AppContext } from './http/context.ts'
import { serveHealth } from './http/health.ts'
import { serveOpenApi } from './http/openapi.ts'
import { toProblem } from './http/problem.ts'
import type { Routes } from './http/routes.ts'
import { headersAlone, secure } from './http/security.ts'
import { languageOf } from './http/session.ts'
import { serveWeb } from './http/static.ts'
import { answerUnread } from './http/unread.ts'
import { endUpload } from './http/upload.ts'
import { calculationRoutes } from './lists/calculations/calculations.routes.ts'
import { classificationRoutes } from './lists/document-classifications/document-classifications.routes.ts'
import { fileCheckRoutes, imageGalleryRoutes, sharedDocumentRoutes } from './lists/galleries/galleries.routes.ts'
import { masterDataRoutes } from './lists/master-data/master-data.routes.ts'
import { emailSignatureRoutes, templateRoutes } from './lists/templates/templates.routes.ts'
import { todoPackageRoutes } from './lists/todo-packages/todo-packages.routes.ts'
import { townRoutes } from './lists/towns/towns.routes.ts'
import { serveLive } from './live/live.ts'
import { emailRoutes } from './mail/inbox/inbox.routes.ts'
import { emailHistoryRoutes, madeFromEmailRoutes } from './mail/inbox/made-from-email.routes.ts'
import { mailboxRoutes } from './mail/mailboxes/mailboxes.routes.ts'
import { refusalRoutes } from './mail/mailboxes/refusals.routes.ts'
import { draftRoutes, outgoingRoutes } from './mail/outgoing/outgoing.routes.ts'
import { boardRoutes } from './orders/boards/boards.routes.ts'
import { dossierRoutes, flameRoutes } from './orders/flames/flames.routes.ts'
import { letterheadRoutes } from './orders/letterhead/letterhead.routes.ts'
import { dossierPrintRoutes, letterheadPreviewRoutes, pickupPrintRoutes } from './orders/prints/prints.routes.ts'
import { administrationRoutes } from './overview/administration/administration.routes.ts'
import { dashboardRoutes } from './overview/dashboards/dashboards.routes.ts'
import { omnisearchRoutes } from './overview/omnisearch/omnisearch.routes.ts'
import { systemRoutes } from './overview/system/system.routes.ts'
import { commentRoutes } from './together/comments/comments.routes.ts'
import { historyRoutes } from './together/history/history.routes.ts'
import { savedBy } from './together/history/saved-by.ts'
import { selectUnread } from './together/notifications/notifications.queries.ts'
import { notificationRoutes } from './together/notifications/notifications.routes.ts'
import { presenceRoutes } from './together/presence/presence.routes.ts'
import { leave } from './together/presence/presence.ts'
import { accessKeyRoutes } from './users/access-keys/access-keys.routes.ts'
import { authRoutes, roleRoutes, userRoutes } from './users/users.routes.ts'
import { absenceRoutes } from './work/absences/absences.routes.ts'
import { projectDocumentRoutes, projectRoutes } from './work/projects/projects.routes.ts'
import { todoRoutes } from './work/todos/todos.routes.ts'

export const slices: readonly Routes[] = [
  authRoutes,
  roleRoutes,
  userRoutes,
  contactRoutes,
  contactHistoryRoutes,
  addressRoutes,
  phoneNumberRoutes,
  emailAddressRoutes,
  contactImportRoutes,
  listedEncounterRoutes,
  contactRelationRoutes,
  contactDuplicateRoutes,
  contactMergeRoutes,
  contactRecordRoutes,
  historyRoutes,
  imageGalleryRoutes,
  sharedDocumentRoutes,
  fileCheckRoutes,
  contactDocumentRoutes,
  commentRoutes,
  ...masterDataRoutes,
  townRoutes,
  classificationRoutes,
  boardRoutes,
  todoPackageRoutes,
  calculationRoutes,
  templateRoutes,
  emailSignatureRoutes,
  administrationRoutes,
  letterheadRoutes,
  letterheadPreviewRoutes,
  encounterRoutes,
  emailRoutes,
  emailHistoryRoutes,
  madeFromEmailRoutes,
  flameRoutes,
  projectRoutes,
  projectDocumentRoutes,
  dossierRoutes,
  dossierPrintRoutes,
  pickupPrintRoutes,
  todoRoutes,
  holidayRoutes,
  pickupDayRoutes,
  appointmentRoutes,
  appointmentMailRoutes,
  bookingRoutes,
  webhookRoutes,
  calendarFeedRoutes,
  mailboxRoutes,
  refusalRoutes,
  draftRoutes,
  outgoingRoutes,
  notificationRoutes,
  omnisearchRoutes,
  ...dashboardRoutes,
  systemRoutes,
  absenceRoutes,
  ...presenceRoutes,
  accessKeyRoutes,
  ...callRoutes,
]

/** Builds the product as an HTTP server that does not listen yet. */
export async function buildApp(appContext: AppContext, loggerInstance?: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = appContext.services
  const app = Fastify({
    loggerInstance,
    trustProxy: trustedProxies(config),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    requestTimeout: 10 * 60_000,
    return503OnClosing: true,
    http: { requireHostHeader: false },
    clientErrorHandler: answerUnread,
    // What the router refuses by itself, such as a path that cannot be decoded, passes neither hooks nor error handler.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headersAlone)
      void sendProblem(appContext, error, request, reply)
    },
    routerOptions: { maxParamLength: 2500, querystringParser: (text) => parseQuery(text) },
  })
  app.setErrorHandler(async (error, request, reply) => sendProblem(appContext, error, request, reply))
  endConnectionsOnClose(app)
  // Requests with an unsupported Expect header are answered as if it were absent.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  acceptJsonBodies(app)
  await app.register(cookie)
  const actors = openActors(appContext.database)
  app.addHook('onClose', () => actors.close())
  await secure(app, config, actors)
  await app.register(compress, {
    // Bodies are inflated in http/body.ts: with a limit, and tolerant of bodies that only claim to be gzip.
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(multipart)
  await serveLive(app, appContext, actors, {
    unread: (user, id) => selectUnread(appContext.database.kysely, user, id),
    left: (userId, tab) => leave(appContext, userId, tab),
  })
  for (const slice of slices) slice.mount(app, appContext, actors)
  serveOpenApi(
    app,
    slices.map((slice) => slice.api),
  )
  serveHealth(app, appContext, { files: () => appContext.services.files.ready() })
  await serveWeb(app, actors)
  return app
}

/**
 * Returns which proxies to trust. Each proxy appends the address it sees; what stands before the entries of our proxies
 * was written by the client.
 */
function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

async function sendProblem({ database }: AppContext, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { problem, fault } = toProblem(error, languageOf(request))
  if (problem.code === 'STALE_VERSION') Object.assign(problem, await savedBy(database, problem.current, request.params))
  // The route instead of the URL, which may contain ids, search terms or personal data.
  if (fault) request.log.error({ err: fault, route: request.routeOptions.url, id: request.id }, 'a call failed')
  await endUpload(request.raw, reply)
  if (problem.retryAfter) reply.header('retry-after', problem.retryAfter)
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

/** Parses a query string; a repeated name becomes a list. */
function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
  }
  return query
}
