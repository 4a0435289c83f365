import { mailboxApi } from '#contract/mail/mailboxes'
import { prepared, routes } from '../../http/routes.ts'
import { listFolders, showCockpit } from './cockpit.ts'
import { addHistoryRun, cancelHistoryRun, listHistoryRuns } from './history-runs.ts'
import { addMailbox, getMailbox, importNow, listMailboxes, removeMailbox, updateMailbox } from './mailboxes.ts'
import { fileAgain, listQuarantine, quarantinedSource, readAgain } from './quarantine.ts'
import { testConnection } from './test-connection.ts'

export const mailboxRoutes = routes(mailboxApi, {
  list: ({ ctx }) => listMailboxes(ctx),
  cockpit: ({ ctx }) => showCockpit(ctx),
  get: ({ ctx, params }) => getMailbox(ctx, params.id),
  add: ({ ctx, body }) => addMailbox(ctx, body),
  update: ({ ctx, params, body }) => updateMailbox(ctx, params.id, body),
  remove: ({ ctx, params }) => removeMailbox(ctx, params.id),
  test: ({ ctx, body }) => testConnection(ctx, body),
  folders: ({ ctx, params }) => listFolders(ctx, params.id),
  import: ({ ctx }) => importNow(ctx),
  synchronizeHistory: ({ ctx, query }) => addHistoryRun(ctx, query),
  historyRuns: ({ ctx }) => listHistoryRuns(ctx),
  cancelHistory: ({ ctx, params }) => cancelHistoryRun(ctx, params.id),
  quarantine: ({ ctx, params }) => listQuarantine(ctx, params.id),
  quarantinedSource: ({ ctx, params }) => quarantinedSource(ctx, params.id),
  replay: prepared(mailboxApi.replay, {
    prepare: ({ ctx, params }) => readAgain(ctx, params.id),
    run: ({ ctx, params, prepared: again }) => fileAgain(ctx, params.id, again),
  }),
})
