import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { appointmentStates } from '#contract/calendars/appointment-facts'
import { appointmentMailKinds, unsentCodes } from '#contract/calendars/appointment-mail'
import { feedSources } from '#contract/calendars/feeds'
import { holidayRegions } from '#contract/calendars/holidays'
import { deliveredEvents, webhookDeliveryStates, webhookEvents, webhookFaults } from '#contract/calendars/webhooks'
import { callDirections, callStates, providers } from '#contract/calls/calls'
import { checkSources, checkStates, contactPersonKinds, customerTypes, salutations } from '#contract/contacts/contacts'
import { duplicateRunStates } from '#contract/contacts/duplicates'
import { encounterTypes } from '#contract/contacts/encounters'
import { importStates, rowResults } from '#contract/contacts/imports'
import { addressTypes, legalTypes, phoneTypes } from '#contract/contacts/parts'
import { transcriptionReasons, transcriptionStates } from '#contract/contacts/voice-memos'
import { languages } from '#contract/limits'
import { documentKinds } from '#contract/lists/galleries'
import { masterData, productApi, productKinds, weekdays } from '#contract/lists/master-data'
import { dayOperators, startDates } from '#contract/lists/todo-packages'
import {
  deliveryStates,
  emailDirections,
  emailKinds,
  emailSeals,
  emailStates,
  parseStates,
} from '#contract/mail/emails'
import {
  folderRoles,
  historyStates,
  mailboxStates,
  mailboxTypes,
  mailFaults,
  serverTasks,
} from '#contract/mail/mailboxes'
import { boardKinds, cardFacts } from '#contract/orders/boards'
import { currencies } from '#contract/orders/dossiers'
import { stepRequirements } from '#contract/orders/step-requirements'
import { keyScopes } from '#contract/permissions'
import { historyActions } from '#contract/together/history'
import { notificationReasons, notificationTypes } from '#contract/together/notifications'
import { activities, presenceKinds } from '#contract/together/presence'
import { todoStates } from '#contract/work/todos'
import { keptTypes } from '../src/contacts/relations/relations.ts'
import { checksOfColumn, knownValues } from '../src/db/generate-schema.ts'
import { migrate, migrationsFolder, readMigrations } from '../src/db/migrate.ts'
import { columnOf } from '../src/db/rows.ts'
import { productTable, tables } from '../src/lists/master-data/master-data.ts'
import { emptyDatabase, testDatabase } from './database.ts'

const { kysely } = await testDatabase()

/** Expected values of each column with a closed list of values. */
const lists: Record<string, readonly string[]> = {
  'absence.phase': ['PLANNED', 'RUNNING', 'OVER'],
  'access_key.scope': keyScopes,
  'address.address_type': addressTypes,
  'app_user.language': languages,
  'appointment.state': appointmentStates,
  'appointment_mail.kind': appointmentMailKinds,
  'appointment_mail_fault.kind': appointmentMailKinds,
  'appointment_mail_fault.code': unsentCodes,
  'blackboard.kind': boardKinds,
  'blackboard.card_shows': cardFacts,
  'blackboard_step.requires': stepRequirements,
  'calendar_feed.sources': feedSources,
  'contact.customer_type': customerTypes,
  'contact.eori_source': checkSources,
  'contact.eori_state': checkStates,
  'contact.language': languages,
  'contact.legal_type': legalTypes,
  'contact.salutation': salutations,
  'contact.uid_source': checkSources,
  'contact.uid_state': checkStates,
  'contact_document_version.document_kind': documentKinds,
  'contact_duplicate_run.state': duplicateRunStates,
  'contact_import.language': languages,
  'contact_import.state': importStates,
  'contact_import_row.result': rowResults,
  'contact_person.kind': contactPersonKinds,
  'contact_relation.type': keptTypes,
  'delivery_condition.type': ['DELIVERY'],
  'dossier.currency': currencies,
  'dossier.language': languages,
  'email.direction': emailDirections,
  'email.kind': emailKinds,
  'email.parse_state': parseStates,
  'email.seal': emailSeals,
  'email.state': emailStates,
  'encounter.encounter_type': encounterTypes,
  'flame_pickup.kind': ['DELIVERY', 'PICKUP', 'SELF_PICKUP'],
  'flame_step_change.missing': stepRequirements,
  'history.action': historyActions,
  'library_document.collection': ['IMAGE_GALLERY', 'SHARED_DOCUMENTS'],
  'library_document.document_kind': documentKinds,
  'mail_folder.role': folderRoles,
  'mail_history_run.state': historyStates,
  'mail_refused_task.fault': mailFaults,
  'mail_refused_task.task': serverTasks,
  'mail_server_task.task': serverTasks,
  'mail_source.outcome': ['WAITING', 'QUARANTINED', 'TOO_OLD'],
  'mailbox.type': mailboxTypes,
  'mailbox_status.fault': mailFaults,
  'mailbox_status.state': mailboxStates,
  'notification.notification_type': notificationTypes,
  'notification.reason': notificationReasons,
  'outbox.copy_state': ['WAITING', 'DONE', 'NONE', 'FAILED'],
  'outbox.fault': mailFaults,
  'outbox.state': deliveryStates,
  'payment_condition.type': ['PAYMENT'],
  'phone_call.direction': callDirections,
  'phone_call.outcome': ['ENDED', 'MISSED', 'LOST', 'VOICEMAIL'],
  'phone_call.provider': providers,
  'phone_call.state': callStates,
  'phone_number.type': phoneTypes,
  'presence.activity': activities,
  'presence.kind': Object.keys(presenceKinds),
  'holiday_region.region': holidayRegions,
  'predefined_time_slot.weekday': weekdays,
  'product.kind': productKinds,
  'todo.start_from': startDates,
  'todo.start_operator': dayOperators,
  'todo.state': todoStates,
  'project_document_version.document_kind': documentKinds,
  'todo_template.start_from': startDates,
  'todo_template.start_operator': dayOperators,
  'unused_call_message.provider': providers,
  'unused_call_message.reason': ['UNREADABLE', 'IGNORED'],
  'voice_memo.reason': transcriptionReasons,
  'voice_memo.transcription': transcriptionStates,
  'webhook.events': webhookEvents,
  'webhook_attempt.fault': webhookFaults,
  'webhook_delivery.event_type': deliveredEvents,
  'webhook_delivery.state': webhookDeliveryStates,
}

test('the check constraint of a column allows exactly the values of the contract', async () => {
  const { rows } = await sql<{ column: string; check: string }>`
    select c.relname || '.' || a.attname as column, unnest(${sql.raw(checksOfColumn)}) as check
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace`.execute(kysely)
  const checked = rows.map(({ column, check }) => [column, knownValues(check)] as const)
  const sorted = (entries: Iterable<readonly [string, readonly string[]]>) =>
    Object.fromEntries([...entries].map(([column, values]) => [column, [...values].sort()]))
  expect(sorted(checked.filter(([, values]) => values.length > 0))).toEqual(sorted(Object.entries(lists)))
})

/** Returns the values of an enumerated schema. */
function valuesOf(schema: z.ZodType): readonly unknown[] {
  const { def } = schema as z.ZodType & {
    def: { innerType?: z.ZodType; in?: z.ZodType; entries?: object; values?: readonly unknown[] }
  }
  const inner = def.innerType ?? def.in
  return inner ? valuesOf(inner) : (def.values ?? Object.values(def.entries ?? {}))
}

test('every enumerated field of a plain list is one of these columns', () => {
  const all = [
    ...Object.entries(masterData).map(([name, api]) => [tables[name as keyof typeof tables], api] as const),
    [productTable, productApi] as const,
  ]
  const fields = all.flatMap(([table, api]) =>
    Object.entries(api.list.response.element.shape as Record<string, z.ZodType>).map(([field, schema]) => {
      return [`${table.name}.${columnOf(field)}`, valuesOf(schema)] as const
    }),
  )
  const closed = fields.filter(([, values]) => values.length > 0)
  expect(closed.length).toBeGreaterThan(4)
  for (const [column, values] of closed) expect(lists[column], column).toEqual(values)
})

test('an unknown value is refused by the database', async () => {
  const added = sql`insert into contact (legal_type) values ('GHOST')`.execute(kysely)
  await expect(added).rejects.toMatchObject({ code: '23514', constraint: 'contact_legal_type_check' })
})

test('the migration replaces unknown values and keeps them in the history', async () => {
  const { pool } = await emptyDatabase()
  const before = mkdtempSync(path.join(tmpdir(), 'glut-migrations-'))
  for (const { name } of readMigrations().filter((one) => one.name < '0062'))
    copyFileSync(path.join(migrationsFolder, name), path.join(before, name))
  await migrate(pool, before)
  await pool.query(`insert into contact (legal_type, customer_type, surname) values
    ('GHOST', 'ALIEN', 'Geist'), ('LEGAL', 'SUPPLIER', 'Firma')`)
  await migrate(pool)
  const { rows } = await pool.query('select legal_type, customer_type, surname from contact order by surname')
  expect(rows).toEqual([
    { legal_type: 'LEGAL', customer_type: 'SUPPLIER', surname: 'Firma' },
    { legal_type: 'NATURAL', customer_type: null, surname: 'Geist' },
  ])
  const history = await pool.query(`select changes from history where action = 'CHANGED' and entity = 'contact'`)
  expect(history.rows.map(({ changes }) => changes)).toEqual([
    { legal_type: ['GHOST', 'NATURAL'] },
    { customer_type: ['ALIEN', null] },
  ])
})
