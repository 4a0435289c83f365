import type { ErrorCode } from '#contract/errors'
import type { InvalidKey } from '#contract/sentences/issue'
import { isConstraintError } from './error-code.ts'

interface Meaning {
  readonly code: ErrorCode
  readonly fields?: readonly { path: string; invalid: InvalidKey }[]
  /** A rule that queries beforehand can name the owner of the value (`asksFirst` in http/context.ts). */
  readonly explained?: true
}

const unknownRef = (path: string): Meaning => ({ code: 'VALIDATION', fields: [{ path, invalid: 'unknownRef' }] })

const wrong = (path: string): Meaning => ({ code: 'VALIDATION', fields: [{ path, invalid: 'other' }] })

const entryExists = (path: string): Meaning => ({ code: 'VALIDATION', fields: [{ path, invalid: 'entryExists' }] })

const endBeforeStart = (path: string): Meaning => ({
  code: 'VALIDATION',
  fields: [{ path, invalid: 'endBeforeStart' }],
})

/** Meaning of a violated constraint for people, by the name of the constraint or unique index. */
const meanings: Record<string, Meaning> = {
  app_user_username_unique: { code: 'USERNAME_EXIST' },
  role_name_unique: { code: 'ROLE_EXIST' },
  sector_title_unique: { code: 'TITLE_EXIST' },
  warehouse_title_unique: { code: 'TITLE_EXIST' },
  forwarding_agency_title_unique: { code: 'TITLE_EXIST' },
  delivery_condition_title_unique: { code: 'TITLE_EXIST' },
  payment_condition_title_unique: { code: 'TITLE_EXIST' },
  product_title_unique: { code: 'TITLE_EXIST' },
  document_classification_title_unique: { code: 'TITLE_EXIST' },
  blackboard_title_unique: { code: 'TITLE_EXIST' },
  todo_package_title_unique: { code: 'TITLE_EXIST' },
  locked_pickup_date_unique: { code: 'PICKUP_DATE_EXIST' },
  holiday_region_unique: entryExists('region'),
  pickup_limit_forwarding_agency_id_fkey: unknownRef('forwardingAgencyId'),
  pickup_limit_once: entryExists('forwardingAgencyId'),
  pickup_limit_of_something: { code: 'VALIDATION', fields: [{ path: 'maxCrates', invalid: 'required' }] },
  predefined_time_slot_times: endBeforeStart('endTime'),
  predefined_time_slot_days: endBeforeStart('validUntil'),
  predefined_time_slot_buffer: { code: 'VALIDATION', fields: [{ path: 'bufferMinutes', invalid: 'bufferTooLong' }] },
  predefined_time_slot_booked: { code: 'VALIDATION', fields: [{ path: 'capacity', invalid: 'bookedAlready' }] },
  time_slot_exception_once: entryExists('day'),
  time_slot_exception_slot_id_fkey: unknownRef('slotId'),
  appointment_setting_mailbox_id_fkey: unknownRef('mailboxRef'),
  appointment_setting_booking_user_id_fkey: unknownRef('bookingUserRef'),
  appointment_setting_confirmation_template_id_fkey: unknownRef('confirmationTemplateRef'),
  appointment_setting_cancellation_template_id_fkey: unknownRef('cancellationTemplateRef'),
  appointment_setting_reminder_template_id_fkey: unknownRef('reminderTemplateRef'),
  slot_day_capacity: { code: 'SLOT_FULL' },
  appointment_order: endBeforeStart('endUtc'),
  absence_email_days: endBeforeStart('validUntil'),
  absence_period: endBeforeStart('until'),
  steel_tube_title_unique: { code: 'TITLE_EXIST' },
  wood_frame_title_unique: { code: 'TITLE_EXIST' },
  mail_template_title_unique: { code: 'TITLE_EXIST' },
  steel_tube_wall_fits: { code: 'VALIDATION', fields: [{ path: 'wallInMm', invalid: 'wallTooThick' }] },
  wood_frame_span_order: { code: 'VALIDATION', fields: [{ path: 'toPerimeterInMm', invalid: 'spanOrder' }] },
  email_address_unique: { code: 'EMAIL_EXIST', explained: true },
  email_address_share_once: { code: 'EMAIL_EXIST' },
  phone_number_unique: { code: 'PHONENUMBER_EXIST', explained: true },
  phone_number_share_once: { code: 'PHONENUMBER_EXIST' },
  address_share_once: unknownRef('sharedByContactPersonRef'),
  mailbox_title_unique: { code: 'TITLE_EXIST' },
  library_document_name_unique: { code: 'TITLE_EXIST' },
  contact_document_name_unique: { code: 'TITLE_EXIST' },
  encounter_contact_id_fkey: { code: 'NOT_FOUND' },
  encounter_assignee: unknownRef('assigneeRef'),
  contact_relation_once: { code: 'RELATION_EXIST' },
  project_proxy_period: endBeforeStart('proxyOwnerUntil'),
  project_span: endBeforeStart('finished'),
  project_contact_contact_id_fkey: unknownRef('contactRefs'),
  project_contact_once: wrong('contactRefs'),
  project_document_name_unique: { code: 'TITLE_EXIST' },
  flame_proxy_period: endBeforeStart('proxyOwnerUntil'),
  todo_due_after_start: endBeforeStart('due'),
  contact_person_contact_id_fkey: { code: 'NOT_FOUND' },
  contact_not_duplicate_one_id_fkey: unknownRef('contactRefs'),
  contact_not_duplicate_other_id_fkey: unknownRef('contactRefs'),
  contact_person_person_id_fkey: unknownRef('contactPersons'),
  contact_person_check: wrong('contactPersons'),
  contact_relation_oneself: wrong('contactRef'),
  blackboard_role_owner_id_role_id_key: wrong('assignedRoles'),
  blackboard_user_owner_id_user_id_key: wrong('assignedUsers'),
  document_classification_role_owner_id_role_id_key: wrong('assignedRoles'),
  document_classification_user_owner_id_user_id_key: wrong('assignedUsers'),
  template_document_template_id_document_id_key: wrong('predefinedDocuments'),
  contact_erasure_once: { code: 'ERASED' },
  email_assignee: unknownRef('assigneeRef'),
  email_contact_id_fkey: unknownRef('contactRef'),
  email_draft_mailbox_id_fkey: unknownRef('mailboxRef'),
  email_draft_based_on_fkey: unknownRef('basedOn'),
  email_draft_contact_id_fkey: unknownRef('contactRef'),
  email_draft_flame_id_fkey: unknownRef('flameRef'),
  flame_origin_email_id_fkey: unknownRef('emailRef'),
  contact_origin_blackboard: unknownRef('blackboardRef'),
  contact_origin_email: unknownRef('emailRef'),
  outbox_mailbox_id_fkey: unknownRef('mailboxRef'),
  outbox_root_id_fkey: unknownRef('basedOn'),
  outbox_further_contact_id_fkey: unknownRef('contactIdForFurtherEncounter'),
  comment_mention_user_id_fkey: unknownRef('mentions'),
}

/** Constraints, mostly keys to the record a row is part of, that mean NOT_FOUND: it is gone or never existed. */
const parts: readonly string[] = [
  'address_contact_id_fkey',
  'appointment_id_fkey',
  'blackboard_role_owner_id_fkey',
  'blackboard_step_blackboard_id_fkey',
  'blackboard_user_owner_id_fkey',
  'comment_answer_to_fkey',
  'comment_contact_id_fkey',
  'comment_email_id_fkey',
  'comment_mention_comment_id_fkey',
  'contact_document_contact_id_fkey',
  'contact_document_version_document_id_fkey',
  'contact_import_row_import_id_fkey',
  'contact_import_touch_import_id_fkey',
  'contact_import_trial_import_id_fkey',
  'contact_import_trial_key_import_id_fkey',
  'contact_merge_member_merge_id_fkey',
  'contact_relation_contact_id_fkey',
  'contact_relation_other',
  'contact_search_contact_id_fkey',
  'document_classification_role_owner_id_fkey',
  'document_classification_user_owner_id_fkey',
  'dossier_article_flame_id_fkey',
  'dossier_flame_id_fkey',
  'dossier_package_flame_id_fkey',
  'email_address_contact_id_fkey',
  'email_arrival_email_id_fkey',
  'email_draft_file_draft_id_fkey',
  'email_encounter_id_fkey',
  'encounter_blackboard',
  'encounter_email',
  'encounter_flame',
  'flame_card_flame_id_fkey',
  'flame_order_flame_id_fkey',
  'flame_pickup_flame_id_fkey',
  'flame_pickup_kind_check',
  'flame_saved_flame_id_fkey',
  'flame_step_change_flame_id_fkey',
  'mail_folder_mailbox_id_fkey',
  'mail_server_task_source_id_fkey',
  'mailbox_status_mailbox_id_fkey',
  'outbox_draft_id_fkey',
  'phone_call_contact_id_fkey',
  'phone_call_encounter_id_fkey',
  'phone_call_person_call_id_fkey',
  'phone_number_contact_id_fkey',
  'comment_project_id_fkey',
  'project_card_project_id_fkey',
  'project_contact_project_id_fkey',
  'project_document_project_id_fkey',
  'project_document_version_document_id_fkey',
  'project_saved_project_id_fkey',
  'template_document_template_id_fkey',
  'todo_flame_id_fkey',
  'todo_project_id_fkey',
  'todo_template_package_id_fkey',
  'user_role_user_id_fkey',
  'voice_memo_id_fkey',
  'webhook_delivery_webhook_id_fkey',
]

/** Foreign keys whose violation depends on the side: deleting a row in use, or naming one that does not exist. */
const references: Record<string, string> = {
  library_document_classification_in_use: 'documentClassification',
  contact_document_classification_in_use: 'classification',
  template_document_document_in_use: 'predefinedDocuments',
  user_role_role_in_use: 'roles',
  contact_sector_in_use: 'sectorRef',
  product_pallet_in_use: 'possiblePallet',
  absence_email_user_in_use: 'userId',
  document_classification_user_in_use: 'assignedUsers',
  document_classification_role_in_use: 'assignedRoles',
  blackboard_user_in_use: 'assignedUsers',
  blackboard_role_in_use: 'assignedRoles',
  address_shared_in_use: 'sharedByContactPersonRef',
  email_address_shared_in_use: 'sharedByContactPersonRef',
  phone_number_shared_in_use: 'sharedByContactPersonRef',
  project_step_in_use: 'step',
  project_assignee_in_use: 'assigneeRef',
  project_proxy_owner_in_use: 'proxyOwnerRef',
  flame_step_in_use: 'step',
  flame_assignee_in_use: 'assigneeRef',
  flame_proxy_owner_in_use: 'proxyOwnerRef',
  absence_person_in_use: 'personRef',
  absence_stand_in_in_use: 'standInRef',
  absence_flame_stand_in_in_use: 'flameStandInRef',
  absence_project_stand_in_in_use: 'projectStandInRef',
  absence_todo_stand_in_in_use: 'todoStandInRef',
  absence_mail_stand_in_in_use: 'mailStandInRef',
  todo_assignee_in_use: 'assigneeRef',
  appointment_slot_in_use: 'slotRef',
  dossier_contact_in_use: 'dossier.contactRef',
  dossier_payment_condition_in_use: 'dossier.paymentConditionRef',
  dossier_delivery_condition_in_use: 'dossier.deliveryConditionRef',
  dossier_forwarding_agency_in_use: 'dossier.forwardingAgencyRef',
  dossier_reseller_in_use: 'dossier.resellerRef',
  dossier_avis_phone_number_in_use: 'dossier.avisPhoneNumberRef',
  dossier_avis_email_in_use: 'dossier.avisEmailRef',
  dossier_delivery_address_in_use: 'dossier.deliveryAddressRef',
  dossier_billing_address_in_use: 'dossier.billingAddressRef',
  dossier_article_product_in_use: 'dossier.articles',
  dossier_article_warehouse_in_use: 'dossier.articles',
  dossier_package_pallet_in_use: 'dossier.packageInfos',
}

/** Whether a violation of the constraint has a meaning for people. */
export const isSaid = (constraint: string): boolean =>
  constraint in meanings || constraint in references || parts.includes(constraint)

/** Returns the meaning of a constraint violation, or null for another error. */
export function constraintError(error: unknown): Meaning | null {
  const { constraint, detail } = error as { constraint?: string; detail?: string }
  if (!constraint || !isConstraintError(error)) return null
  const field = references[constraint]
  if (field) return namesReferencedRow(detail) ? { code: 'IN_USE' } : unknownRef(field)
  return meanings[constraint] ?? (parts.includes(constraint) ? { code: 'NOT_FOUND' } : null)
}

/** Whether a rule can explain this violation when it is run again and queries beforehand. */
export const isExplained = (error: unknown): boolean => constraintError(error)?.explained === true

/**
 * Whether the row that is still referenced is the one at fault. The detail is in the language of the database, but
 * always holds the key: `(id)=(…)` of the referenced row, or `(sector_id)=(…)` of a row that names a missing one.
 */
const namesReferencedRow = (detail = '') => /\(([^)]*)\)=\(/.exec(detail)?.[1] === 'id'
