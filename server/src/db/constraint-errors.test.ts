import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { constraintError, isSaid } from './constraint-errors.ts'

const { kysely } = await testDatabase()

const violated = (detail: string) => ({ code: '23503', constraint: 'contact_sector_in_use', detail })
const inUse = { code: 'IN_USE' }
const unknown = { code: 'VALIDATION', fields: [{ path: 'sectorRef', invalid: 'unknownRef' }] }

test.each([
  ['Key (id)=(7) is still referenced from table "contact".', inUse],
  ['Key (sector_id)=(7) is not present in table "sector".', unknown],
  ['Auf Schlüssel (id)=(7) wird noch aus Tabelle »contact« verwiesen.', inUse],
  ['Schlüssel (sector_id)=(7) ist nicht in Tabelle »sector« vorhanden.', unknown],
  ['La clé (id)=(7) est toujours référencée à partir de la table « contact ».', inUse],
  ['La clé (sector_id)=(7) n’est pas présente dans la table « sector ».', unknown],
  ['キー(id)=(7)はまだテーブル"contact"から参照されています', inUse],
])('a foreign key error is understood in the language of the database: %s', (detail, meaning) => {
  expect(constraintError(violated(detail))).toEqual(meaning)
})

test('real foreign key errors of the database are understood', async () => {
  const failed = (statement: Promise<unknown>) => statement.then(() => null, constraintError)
  const { rows } = await sql<{ id: string }>`insert into sector (title) values ('Gartenbau') returning id`.execute(
    kysely,
  )
  const sector = rows[0]?.id
  const contact = (id: unknown) =>
    sql`insert into contact (legal_type, sector_id) values ('LEGAL', ${id})`.execute(kysely)
  expect(await failed(contact('0192f0c1-0000-7000-8000-000000000000'))).toEqual(unknown)
  await contact(sector)
  expect(await failed(sql`delete from sector where id = ${sector}`.execute(kysely))).toEqual(inUse)
})

test('every foreign key that can be in use refers to an id', async () => {
  const { rows } = await sql`
    select conname from pg_constraint c
      join pg_attribute own on own.attrelid = c.conrelid and own.attnum = any (c.conkey)
      join pg_attribute other on other.attrelid = c.confrelid and other.attnum = any (c.confkey)
     where c.contype = 'f' and c.conname like '%in_use' and (own.attname = 'id' or other.attname <> 'id')`.execute(
    kysely,
  )
  expect(rows).toEqual([])
})

/**
 * Constraints that no input can violate: only the product writes the values, or the contract refuses others before. A
 * violation is a fault.
 */
const unreachable = [
  'absence_answer_absence_id_fkey',
  'absence_answer_mailbox_id_fkey',
  'absence_answer_of_one',
  'absence_answer_once',
  'absence_answer_personal_absence_id_fkey',
  'absence_phase_check',
  'access_key_one_secret',
  'access_key_scope_check',
  'address_address_type_check',
  'app_user_language_check',
  'appointment_mail_appointment_id_fkey',
  'appointment_mail_email_id_fkey',
  'appointment_mail_fault_appointment_id_fkey',
  'appointment_mail_fault_code_check',
  'appointment_mail_fault_kind_check',
  'appointment_mail_kind_check',
  'appointment_mail_once',
  'appointment_setting_only_one_check',
  'appointment_setting_only_one_key',
  'appointment_setting_reminder_hours_check',
  'appointment_state_check',
  'blackboard_card_shows_check',
  'blackboard_kind_check',
  'blackboard_step_colour_check',
  'blackboard_step_position',
  'blackboard_step_requires_check',
  'booking_request_appointment_id_fkey',
  'booking_request_hold_id_fkey',
  'booking_request_slot_id_fkey',
  'booking_request_token',
  'calc_factor_key_key',
  'calendar_feed_secret',
  'calendar_feed_sources_check',
  'clock_time_check',
  'comment_one_upstream',
  'contact_customer_type_check',
  'contact_document_version_document_id_number_key',
  'contact_document_version_document_kind_check',
  'contact_duplicate_pair_check',
  'contact_duplicate_pair_one_id_fkey',
  'contact_duplicate_pair_other_id_fkey',
  'contact_duplicate_run_open',
  'contact_duplicate_run_state_check',
  'contact_eori_source_check',
  'contact_eori_state_check',
  'contact_import_language_check',
  'contact_import_row_result_check',
  'contact_import_state_check',
  'contact_language_check',
  'contact_legal_type_check',
  'contact_listed_contact_id_fkey',
  'contact_not_duplicate_check',
  'contact_order_contact_id_fkey',
  'contact_person_kind_check',
  'contact_relation_couple',
  'contact_relation_type',
  'contact_salutation_check',
  'contact_uid_source_check',
  'contact_uid_state_check',
  'dossier_article_discount_check',
  'dossier_article_quantity_check',
  'dossier_certificate_name_check',
  'dossier_currency_check',
  'dossier_flame_id_key',
  'dossier_language_check',
  'dossier_package_depth_in_cm_check',
  'dossier_package_height_in_cm_check',
  'dossier_package_quantity_check',
  'dossier_package_weight_in_kg_check',
  'dossier_package_width_in_cm_check',
  'email_address_check',
  'email_attachment_email_id_fkey',
  'email_body_id_fkey',
  'email_bounce_email_id_fkey',
  'email_bounce_original_id_fkey',
  'email_card_email_id_fkey',
  'email_direction_check',
  'email_kind_check',
  'email_parse_state_check',
  'email_seal_check',
  'email_signature_only_one_check',
  'email_signature_only_one_key',
  'email_state_check',
  'encounter_encounter_type_check',
  'encounter_one_upstream',
  'erased_contact_key_erasure_id_fkey',
  'flame_step_change_from_step_id_fkey',
  'flame_step_change_missing_check',
  'history_action_check',
  'holiday_region_region_check',
  'letterhead_logo_mime_type_check',
  'letterhead_logo_whole',
  'letterhead_only_one_check',
  'letterhead_only_one_key',
  'library_document_collection_check',
  'library_document_document_kind_check',
  'mail_folder_mailbox_id_path_key',
  'mail_folder_role_check',
  'mail_history_run_state_check',
  'mail_quarantine_folder_id_fkey',
  'mail_quarantine_folder_id_uid_validity_uid_key',
  'mail_quarantine_mailbox_id_fkey',
  'mail_refused_task_fault_check',
  'mail_refused_task_mailbox_id_fkey',
  'mail_refused_task_once',
  'mail_refused_task_source_id_fkey',
  'mail_refused_task_task_check',
  'mail_server_task_task_check',
  'mail_source_email_id_fkey',
  'mail_source_folder_id_fkey',
  'mail_source_folder_id_uid_validity_uid_key',
  'mail_source_home_id_fkey',
  'mail_source_outcome_check',
  'mailbox_reader_mailbox_id_fkey',
  'mailbox_status_fault_check',
  'mailbox_status_state_check',
  'mailbox_type_check',
  'notification_call_id_fkey',
  'notification_comment_id_fkey',
  'notification_contact_id_fkey',
  'notification_encounter_id_fkey',
  'notification_flame_id_fkey',
  'notification_notification_type_check',
  'notification_of_contact',
  'notification_of_project',
  'notification_of_todo',
  'notification_once',
  'notification_one_upstream',
  'notification_project_id_fkey',
  'notification_reason_check',
  'notification_todo_id_fkey',
  'outbox_copy_state_check',
  'outbox_email_id_fkey',
  'outbox_email_id_key',
  'outbox_fault_check',
  'outbox_idempotency_key_key',
  'outbox_state_check',
  'phone_call_direction_check',
  'phone_call_once',
  'phone_call_outcome_check',
  'phone_call_provider_check',
  'phone_call_state_check',
  'phone_number_check',
  'phone_number_type_check',
  'pickup_limit_max_crates_check',
  'pickup_limit_max_weight_in_kg_check',
  'predefined_time_slot_buffer_minutes_check',
  'predefined_time_slot_capacity_check',
  'predefined_time_slot_lead_time_hours_check',
  'predefined_time_slot_weekday_check',
  'presence_activity_check',
  'presence_kind_check',
  'product_kind_check',
  'product_setting_only_one_check',
  'product_setting_only_one_key',
  'project_document_version_document_id_number_key',
  'project_document_version_document_kind_check',
  'sipgate_account_only_one_check',
  'sipgate_account_only_one_key',
  'slot_day_slot_id_fkey',
  'slot_hold_slot_id_fkey',
  'stored_file_hash_check',
  'todo_finished',
  'todo_of_one',
  'todo_start_days_check',
  'todo_start_from_check',
  'todo_start_operator_check',
  'todo_state_check',
  'todo_template_start_days_check',
  'todo_template_start_from_check',
  'todo_template_start_operator_check',
  'town_city_check',
  'town_country_check',
  'town_zip_code_check',
  'unused_call_message_provider_check',
  'unused_call_message_reason_check',
  'voice_memo_reason_check',
  'voice_memo_transcription_check',
  'webhook_attempt_delivery_id_fkey',
  'webhook_attempt_fault_check',
  'webhook_delivery_event_type_check',
  'webhook_delivery_once',
  'webhook_delivery_state_check',
  'webhook_delivery_waits',
  'webhook_events_check',
]

test('every constraint has a message for the user, or no input can violate it', async () => {
  // References to users and stored files are left out: users are never deleted, and a content is stored before a row
  // names it.
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
     where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x')
       and not (contype = 'f' and confrelid in ('app_user'::regclass, 'stored_file'::regclass))
     union
    select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary`.execute(kysely)
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => !isSaid(name)).sort()).toEqual(unreachable)
  expect(unreachable.filter(isSaid)).toEqual([])
})
