import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { seenBy } from '../db/assigned.ts'
import { seesEncounter } from '../db/seen.ts'
import type { Actor, Readable, RowRule, RuledRow } from '../http/context.ts'
import { seesClassification, seesDocument } from '../lists/document-classifications/document-classifications.ts'

const admins: Permission = 'GENERAL_ADMIN_FUNCTIONS'
const onList = (root = 'id'): RowRule => ({ needs: [admins], root })
const ofContact: RowRule = { needs: ['CONTACT_READ'], root: 'contact_id' }
const ofProject: RowRule = { needs: ['PROJECT_READ'], root: 'project_id', sees: onSeenProjectBoard }
const ofFlame: RowRule = { needs: ['FLAME_READ'], root: 'flame_id', sees: onSeenBoard }
const ofBoard: RowRule = { ...onList('blackboard_id'), sees: ofSeenOwner('blackboard') }
const ofClassification: RowRule = { ...onList('owner_id'), sees: ofSeenOwner('document_classification') }

/** Who may see the rows of each table. A table without a rule is shown to nobody. */
const rules: Readable['rules'] = {
  contact: { ...ofContact, root: 'id' },
  address: ofContact,
  email_address: ofContact,
  phone_number: ofContact,
  contact_person: ofContact,
  contact_relation: ofContact,
  contact_merge: { needs: ['CONTACT_READ', admins], root: 'survivor_id' },
  contact_import_row: { needs: ['CONTACT_READ', admins], root: 'contact_id' },
  encounter: { needs: ['ENCOUNTER_READ'], root: 'contact_id', sees: ofSeenEncounter },
  appointment: { needs: ['ENCOUNTER_READ'], root: 'id', sees: ofSeenAppointment },
  contact_document: { needs: ['READ_CONTACT_DOCUMENTS'], root: 'contact_id', sees: ofSeenClass },
  comment: { needs: ['READ_COMMENTS'], root: 'upstream_id', sees: onSeenRecord },
  email: { needs: ['EMAIL_READ'], root: 'id' },
  email_draft: { needs: ['EMAIL_CREATE'], root: 'contact_id', sees: ownDraft },
  flame: { ...ofFlame, root: 'id' },
  dossier: ofFlame,
  dossier_article: ofFlame,
  dossier_package: ofFlame,
  flame_step_change: ofFlame,
  project: { ...ofProject, root: 'id' },
  project_contact: ofProject,
  project_document: ofProject,
  todo: { needs: ['TODO_READ'], root: 'ref', sees: onSeenWork },
  app_user: { needs: ['USER_MODIFY'], root: 'id' },
  absence: { needs: ['USER_MODIFY'], root: 'person_id' },
  role: onList(),
  access_key: onList(),
  webhook: onList(),
  mailbox: onList(),
  sector: onList(),
  warehouse: onList(),
  forwarding_agency: onList(),
  delivery_condition: onList(),
  payment_condition: onList(),
  locked_pickup_date: onList(),
  holiday_region: onList(),
  pickup_limit: onList(),
  pallet: onList(),
  product: onList(),
  predefined_time_slot: onList(),
  time_slot_exception: onList(),
  absence_email: onList(),
  document_classification: { ...ofClassification, root: 'id' },
  document_classification_user: ofClassification,
  document_classification_role: ofClassification,
  blackboard: { ...ofBoard, root: 'id' },
  blackboard_step: ofBoard,
  blackboard_user: { ...ofBoard, root: 'owner_id' },
  blackboard_role: { ...ofBoard, root: 'owner_id' },
  todo_package: onList(),
  todo_template: onList('package_id'),
  library_document: { ...onList(), sees: ofSeenLibraryClass },
  calc_factor: onList(),
  steel_tube: onList(),
  wood_frame: onList(),
  mail_template: onList(),
  email_signature: onList(),
  letterhead: onList(),
  product_setting: onList(),
  sipgate_account: onList(),
  appointment_setting: onList(),
  template_document: onList('template_id'),
}

/** An appointment is an encounter. */
function ofSeenAppointment({ id }: RuledRow, actor: Actor): RawBuilder<boolean> {
  return sql`exists (select from encounter e where e.id = ${id} and ${seesEncounter(actor)})`
}

function ofSeenClass({ id }: RuledRow, actor: Actor): RawBuilder<boolean> {
  return ofSeenClassification('contact_document', id, actor)
}

function ofSeenLibraryClass({ id }: RuledRow, actor: Actor): RawBuilder<boolean> {
  return ofSeenClassification('library_document', id, actor)
}

/** A document that was erased has no classification to check: nobody but ADMIN sees its history. */
function ofSeenClassification(table: 'contact_document' | 'library_document', id: RuledRow['id'], actor: Actor) {
  if (actor.roles.includes('ADMIN')) return sql<boolean>`true`
  return sql<boolean>`exists (
    select from ${sql.table(table)} own where own.id = ${id} and ${seesDocument(sql`own.classification_id`, actor)})`
}

/** Of a removed board or classification that named somebody only ADMIN sees the history. */
function ofSeenOwner(owner: 'blackboard' | 'document_classification') {
  return ({ root }: RuledRow, actor: Actor): RawBuilder<boolean> => {
    if (actor.roles.includes('ADMIN')) return sql`true`
    return sql`(
      case when exists (select from ${sql.table(owner)} own where own.id = ${root}) then ${seenBy(owner, root, actor)}
           else not exists (
             select from history named
              where named.root_id = ${root}
                and named.entity in (${sql.lit(`${owner}_user`)}, ${sql.lit(`${owner}_role`)})) end)`
  }
}

/** What an erased encounter was made from stands in its last entry of the history. */
function ofSeenEncounter({ id, root }: RuledRow, actor: Actor): RawBuilder<boolean> {
  if (actor.roles.includes('ADMIN')) return sql<boolean>`true`
  return sql<boolean>`exists (
    select from (
      select contact_id, encounter_type, from_flame, flame_id, blackboard_id from encounter own where own.id = ${id}
      union all
      select gone.root_id, gone.changes #>> '{encounter_type,0}', gone.changes ?| '{from_flame,upstream_id}',
             ${lastId('flame_id', '^(.{36})#')}, ${lastId('blackboard_id', '#(.{36})$')}
        from history gone
       where gone.root_id = ${root} and gone.entity_id = ${id} and gone.entity = 'encounter' and gone.action = 'REMOVED'
    ) e where ${seesEncounter(actor)})`
}

/** The last value of a column in a removed row. In old entries one column, `upstream_id`, holds both ids. */
const lastId = (column: string, before: string) => sql`
  coalesce(gone.changes #>> ${sql.lit(`{${column},0}`)},
           substring(substring(gone.changes #>> '{upstream_id,0}' from '^[0-9a-f-]{36}#[0-9a-f-]{36}$') from ${sql.lit(before)}))::uuid`

/** A comment is visible to everybody who may see the record it belongs to. */
function onSeenRecord({ id, root }: RuledRow, actor: Actor): RawBuilder<boolean> {
  const { permissions } = actor
  return sql`(
    case when exists (select from email where email.id = ${root}) then ${permissions.has('EMAIL_READ')}::boolean
         when exists (select from project where project.id = ${root})
           then ${permissions.has('PROJECT_READ')}::boolean and ${onSeenProjectBoard({ id, root }, actor)}
         else ${permissions.has('CONTACT_READ')}::boolean end)`
}

/** A to-do is visible to everybody who may see its flame or project. */
function onSeenWork(row: RuledRow, actor: Actor): RawBuilder<boolean> {
  const may = (permission: Permission) => sql.lit(actor.permissions.has(permission))
  return sql`(
    ${may('FLAME_READ')} and ${onSeenBoard(row, actor)} or ${may('PROJECT_READ')} and ${onSeenProjectBoard(row, actor)})`
}

function onSeenProjectBoard({ root }: RuledRow, actor: Actor): RawBuilder<boolean> {
  return sql`exists (
    select from project own join blackboard_step step on step.id = own.step_id
     where own.id = ${root} and ${seenBy('blackboard', sql`step.blackboard_id`, actor)})`
}

function onSeenBoard({ root }: RuledRow, actor: Actor): RawBuilder<boolean> {
  return sql`exists (
    select from flame own join blackboard_step step on step.id = own.step_id
     where own.id = ${root} and ${seenBy('blackboard', sql`step.blackboard_id`, actor)})`
}

function ownDraft({ id }: RuledRow, actor: Actor): RawBuilder<boolean> {
  return sql`exists (select from email_draft own where own.id = ${id} and own.owner_id = ${actor.id})`
}

/** Tables whose rows are named by ids in other rows, and who may read those names. */
const named: Readable['named'] = [
  { table: 'contact', name: 'full_name', needs: ['CONTACT_READ', 'FLAME_READ'] },
  { table: 'email_address', name: 'address', needs: ['CONTACT_READ'] },
  { table: 'phone_number', name: 'number', needs: ['CONTACT_READ'] },
  {
    table: 'address',
    name: `concat_ws(', ', nullif(street, ''), nullif(concat_ws(' ', zip_code, city), ''))`,
    needs: ['CONTACT_READ'],
  },
  { table: 'app_user', name: 'username' },
  { table: 'role', name: 'name', needs: ['USER_READ', 'GENERAL_ADMIN_FUNCTIONS'] },
  { table: 'blackboard', sees: (actor) => seenBy('blackboard', sql`n.id`, actor) },
  { table: 'blackboard_step', sees: (actor) => seenBy('blackboard', sql`n.blackboard_id`, actor) },
  { table: 'document_classification', sees: (actor) => seesClassification(sql`n.id`, actor) },
  { table: 'email', name: 'subject', needs: ['EMAIL_READ'] },
  { table: 'mailbox', needs: ['EMAIL_READ', 'GENERAL_ADMIN_FUNCTIONS'] },
  { table: 'library_document', name: 'name', needs: ['GENERAL_ADMIN_FUNCTIONS'] },
  { table: 'todo', needs: ['TODO_READ'] },
  { table: 'project_document', name: 'name', needs: ['PROJECT_READ'] },
  { table: 'sector' },
  { table: 'warehouse' },
  { table: 'forwarding_agency' },
  { table: 'delivery_condition' },
  { table: 'payment_condition' },
  { table: 'product' },
  { table: 'pallet' },
]

/** Who may see which rows, and read the names of rows: for histories, and for what a contact is told about its data. */
export const readable: Readable = { rules, named }
