import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions'
import { seenBy } from '../db/assigned.ts'
import { seesEncounter } from '../db/seen.ts'
import type { Actor } from '../http/context.ts'
import { seesDocument } from '../lists/document-classifications/document-classifications.ts'

/** A row by its id and that of the record it belongs to; it may be gone by now. */
interface Row {
  readonly id: RawBuilder<unknown>
  readonly root: RawBuilder<unknown>
}

interface Rule {
  /** What the reader must hold, all of it. */
  readonly needs: readonly Permission[]
  /** The column that names the record a row belongs to. */
  readonly root: string
  /** Which rows of the table the reader may see then; otherwise all. */
  readonly sees?: (row: Row, actor: Actor) => RawBuilder<boolean>
}

const admins: Permission = 'GENERAL_ADMIN_FUNCTIONS'
const onList = (root = 'id'): Rule => ({ needs: [admins], root })
const ofContact: Rule = { needs: ['CONTACT_READ'], root: 'contact_id' }
const ofFlame: Rule = { needs: ['FLAME_READ'], root: 'flame_id', sees: onSeenBoard }

/** What a reader may see of each table. A table without a rule is shown to nobody. */
export const rules: Readonly<Record<string, Rule>> = {
  contact: { ...ofContact, root: 'id' },
  address: ofContact,
  email_address: ofContact,
  phone_number: ofContact,
  contact_person: ofContact,
  contact_relation: ofContact,
  contact_merge: { needs: ['CONTACT_READ', admins], root: 'survivor_id' },
  contact_import_row: { needs: ['CONTACT_READ', admins], root: 'contact_id' },
  encounter: { needs: ['ENCOUNTER_READ'], root: 'contact_id', sees: ofSeenEncounter },
  contact_document: { needs: ['READ_CONTACT_DOCUMENTS'], root: 'contact_id', sees: ofSeenClass },
  comment: { needs: ['READ_COMMENTS'], root: 'upstream_id', sees: onSeenRecord },
  email: { needs: ['EMAIL_READ'], root: 'id' },
  email_draft: { needs: ['EMAIL_CREATE'], root: 'contact_id', sees: ownDraft },
  flame: { ...ofFlame, root: 'id' },
  dossier: ofFlame,
  dossier_article: ofFlame,
  dossier_package: ofFlame,
  flame_step_change: ofFlame,
  app_user: { needs: ['USER_MODIFY'], root: 'id' },
  role: onList(),
  access_key: onList(),
  mailbox: onList(),
  sector: onList(),
  warehouse: onList(),
  forwarding_agency: onList(),
  delivery_condition: onList(),
  payment_condition: onList(),
  locked_pickup_date: onList(),
  pallet: onList(),
  product: onList(),
  predefined_time_slot: onList(),
  absence_email: onList(),
  document_classification: onList(),
  document_classification_user: onList('owner_id'),
  document_classification_role: onList('owner_id'),
  blackboard: onList(),
  blackboard_step: onList('blackboard_id'),
  blackboard_user: onList('owner_id'),
  blackboard_role: onList('owner_id'),
  todo_package: onList(),
  todo_template: onList('package_id'),
  library_document: { ...onList(), sees: ofSeenLibraryClass },
  calc_factor: onList(),
  steel_tube: onList(),
  wood_frame: onList(),
  mail_template: onList(),
  email_signature: onList(),
  template_document: onList('template_id'),
}

/** True for an entry `h` of the history that tells of something the reader may see. */
export function tellsOfVisible(actor: Actor): RawBuilder<boolean> {
  const row = { id: sql`h.entity_id`, root: sql`h.root_id` }
  const cases = Object.keys(rules).map((table) => sql`when ${table} then ${mayRead(table, row, actor)}`)
  return sql`(case h.entity ${sql.join(cases, sql` `)} else false end)`
}

/** True for a row `t` of a table that the reader may see. */
export const isVisible = (table: string, actor: Actor): RawBuilder<boolean> =>
  mayRead(table, { id: sql`t.id`, root: sql`t.${sql.ref(rules[table]?.root ?? 'id')}` }, actor)

function mayRead(table: string, row: Row, actor: Actor): RawBuilder<boolean> {
  const rule = rules[table]
  if (!rule?.needs.every((permission) => actor.permissions.has(permission))) return sql`false`
  return rule.sees?.(row, actor) ?? sql`true`
}

/**
 * What an entry `h` changed. Of comments only what stands now is read, as where they are written; of purchases is told who
 * sees orders.
 */
export const readableChanges = ({ permissions }: Actor) => sql`
  case when h.entity = 'comment' and h.changes ? 'text' then (h.changes - 'text') || coalesce((
    select jsonb_build_object('text', jsonb_build_array(null, c.text)) from comment c
     where c.id = h.entity_id and c.deleted_at is null and c.text = h.changes #>> '{text,1}'), '{}')
  when h.entity = 'contact' and not ${permissions.has('FLAME_READ')}::boolean then h.changes - 'latest_purchase'
  else h.changes end`

// --- rows ----------------------------------------------------------------------------------------------------------

function ofSeenClass({ id }: Row, actor: Actor): RawBuilder<boolean> {
  return ofSeenClassification('contact_document', id, actor)
}

function ofSeenLibraryClass({ id }: Row, actor: Actor): RawBuilder<boolean> {
  return ofSeenClassification('library_document', id, actor)
}

/** Of a file that is gone for good nobody knows any more who might see it; ADMIN sees every one. */
function ofSeenClassification(table: 'contact_document' | 'library_document', id: Row['id'], actor: Actor) {
  if (actor.roles.includes('ADMIN')) return sql<boolean>`true`
  return sql<boolean>`exists (
    select from ${sql.table(table)} own where own.id = ${id} and ${seesDocument(sql`own.classification_id`, actor)})`
}

/** Of one that is gone for good, its last entry says what it was made from. */
function ofSeenEncounter({ id, root }: Row, actor: Actor): RawBuilder<boolean> {
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

/** What a column of a row that is gone held; before there was one for each kind, `upstream_id` said both ids. */
const lastId = (column: string, before: string) => sql`
  coalesce(gone.changes #>> ${sql.lit(`{${column},0}`)},
           substring(substring(gone.changes #>> '{upstream_id,0}' from '^[0-9a-f-]{36}#[0-9a-f-]{36}$') from ${sql.lit(before)}))::uuid`

/** A comment is read by whoever may see what it stands on. */
function onSeenRecord({ root }: Row, { permissions }: Actor): RawBuilder<boolean> {
  return sql`(
    case when exists (select from email where email.id = ${root}) then ${permissions.has('EMAIL_READ')}::boolean
         else ${permissions.has('CONTACT_READ')}::boolean end)`
}

function onSeenBoard({ root }: Row, actor: Actor): RawBuilder<boolean> {
  return sql`exists (
    select from flame own join blackboard_step step on step.id = own.step_id
     where own.id = ${root} and ${seenBy('blackboard', sql`step.blackboard_id`, actor)})`
}

function ownDraft({ id }: Row, actor: Actor): RawBuilder<boolean> {
  return sql`exists (select from email_draft own where own.id = ${id} and own.owner_id = ${actor.id})`
}
