import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { valuesOf } from '../../db/rows.ts'
import { uuidV7 } from '../../db/uuid-v7.ts'
import type { Ctx } from '../../http/context.ts'
import { addressColumns, askAboutUid, checkEori, checkUid, contactColumns, contactValues } from '../contacts.ts'
import type { Additions, Fillable, Known, Wanted } from './match.ts'
import { searchLater } from './turns.ts'

/** Contacts that a batch creates, and what it adds to existing ones. */
export interface Changes {
  readonly created: readonly { readonly id: string; readonly wanted: Wanted }[]
  readonly changed: readonly {
    readonly known: Known
    readonly before: Known['fields']
    readonly additions: Additions
  }[]
}

/** Writes the changes and, for a rollback, the values before them. */
export async function writeChanges(ctx: Ctx, importId: string, { created, changed }: Changes): Promise<void> {
  const isNew = new Set(created.map(({ id }) => id))
  const touches = new Map<string, Touch>()
  for (const { id } of created) touches.set(id, newTouch(id, true))
  for (const { known } of changed) if (!touches.has(known.id)) touches.set(known.id, newTouch(known.id, false))
  const before = await statesOf(
    ctx,
    [...touches.keys()].filter((id) => !isNew.has(id)),
  )
  // The parts are prepared while the database writes the contacts.
  const written = insert(
    ctx,
    'contact',
    created.map(({ id, wanted }) => ({ id, ...columnsOfNew(wanted) })),
  )
  const parts: Parts = { address: [], email_address: [], phone_number: [] }
  const after = new Map<string, string>()
  for (const { id, wanted } of created) {
    const { contact, phones } = wanted
    after.set(id, stateOfNew(addParts(parts, id, { ...contact, phones, emails: contact.emailAddresses })))
  }
  // A later row of the batch changed the contact again, so its state is read from the database below.
  for (const { known } of changed) after.delete(known.id)
  for (const { known, before, additions } of changed) {
    const touch = touches.get(known.id) as Touch
    for (const field of Object.keys(additions.fields) as Fillable[]) {
      Object.assign(touch.columns_before, columnsOf(field, before[field]))
    }
    const added = addParts(parts, known.id, additions)
    touch.added_addresses.push(...added.address)
    touch.added_emails.push(...added.email_address)
    touch.added_phones.push(...added.phone_number)
  }
  await written
  await fillFields(ctx, changed)
  for (const [table, rows] of Object.entries(parts)) await insert(ctx, table, rows)
  const others = [...touches.keys()].filter((id) => !after.has(id))
  for (const [id, state] of await statesOf(ctx, others)) after.set(id, state)
  await rememberTouches(ctx, importId, [...touches.values()], before, after)
  await searchLater(ctx, [...touches.keys()])
  if (!ctx.services.config.viesUrl) return
  for (const { id, wanted } of created) await askAboutUid(ctx, id, wanted.contact.uidCheck.value)
  for (const { known, additions } of changed) await askAboutUid(ctx, known.id, additions.fields.uid ?? '')
}

type Row = Record<string, unknown>
interface Parts extends Record<string, Row[]> {
  readonly address: Row[]
  readonly email_address: Row[]
  readonly phone_number: Row[]
}

/** Adds the rows of a contact's parts and returns their ids. */
function addParts(parts: Parts, contactId: string, { addresses, emails, phones }: Omit<Additions, 'fields'>) {
  const row = (columns: Row): Row & { id: string } => ({ id: uuidV7(), contact_id: contactId, ...columns })
  const added = {
    address: addresses.map((address) => row(valuesOf(addressColumns, address))),
    email_address: emails.map(({ address }) => row({ address })),
    phone_number: phones.map(({ type, number, national }) => row({ type, number, national })),
  }
  parts.address.push(...added.address)
  parts.email_address.push(...added.email_address)
  parts.phone_number.push(...added.phone_number)
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return {
    address: ids(added.address),
    email_address: ids(added.email_address),
    phone_number: ids(added.phone_number),
  }
}

function columnsOfNew({ contact }: Wanted): Row {
  return {
    ...contactValues(contact),
    ...columnsOf('uid', contact.uidCheck.value),
    ...columnsOf('eori', contact.eoriCheck.value),
  }
}

/** Returns the columns that a field fills; tax and customs numbers include the result of their check. */
function columnsOf(field: Fillable, value: string | null): Row {
  if (field !== 'uid' && field !== 'eori') return { [contactColumns.names[field]]: value }
  const check = (field === 'uid' ? checkUid : checkEori)(value ?? '')
  return {
    [field]: check.value,
    [`${field}_state`]: check.state,
    [`${field}_source`]: check.source,
    [`${field}_checked_at`]: check.value ? new Date().toISOString() : null,
  }
}

/** Inserts all rows in one statement. They must have the same columns; other columns get their defaults. */
async function insert(ctx: Ctx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    ctx.db,
  )
}

/** Writes the filled fields, merged per contact: several rows of a file may fill fields of the same one. */
async function fillFields(ctx: Ctx, changed: Changes['changed']): Promise<void> {
  const byId = new Map<string, Row>()
  for (const { known, additions } of changed) {
    const columns = byId.get(known.id) ?? { id: known.id }
    for (const [field, value] of Object.entries(additions.fields)) {
      Object.assign(columns, columnsOf(field as Fillable, value))
    }
    byId.set(known.id, columns)
  }
  const rows = [...byId.values()].filter((row) => Object.keys(row).length > 1)
  if (rows.length === 0) return
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id')
  const sets = columns.map((name) => sql`${sql.ref(name)} = coalesce(v.${sql.ref(name)}, c.${sql.ref(name)})`)
  await sql`
    update contact c set ${sql.join(sets)}, version = c.version + 1, updated_at = now()
      from json_populate_recordset(null::contact, ${JSON.stringify(rows)}::json) v where v.id = c.id`.execute(ctx.db)
}

// --- for the rollback ----------------------------------------------------------------------------------------------

interface Touch {
  readonly contact_id: string
  readonly created: boolean
  readonly columns_before: Row
  readonly added_addresses: string[]
  readonly added_emails: string[]
  readonly added_phones: string[]
}

const newTouch = (contactId: string, created: boolean): Touch => ({
  contact_id: contactId,
  created,
  columns_before: {},
  added_addresses: [],
  added_emails: [],
  added_phones: [],
})

/** Computes what the database function `contact_states` returns for a contact that was just created. */
function stateOfNew({ address, email_address, phone_number }: ReturnType<typeof addParts>): string {
  const kinds = [address, email_address, phone_number].filter((ids) => ids.length > 0)
  const versions = kinds.map((ids) =>
    ids
      .map((id) => `${id}:1`)
      .sort()
      .join(','),
  )
  return createHash('md5')
    .update(['1', ...versions].join('|'))
    .digest('hex')
}

async function statesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ contact_id: string; state: string }>`
    select contact_id, state from contact_states(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Map(rows.map((row) => [row.contact_id, row.state]))
}

/**
 * Records the touched contacts. A contact that was edited between two rows of the same import gets the state `edited`,
 * which never matches, so the rollback leaves it alone.
 */
async function rememberTouches(
  ctx: Ctx,
  importId: string,
  touches: readonly Touch[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  if (touches.length === 0) return
  const rows = touches.map((touch) => ({
    ...touch,
    state_before: before.get(touch.contact_id) ?? '',
    state_after: after.get(touch.contact_id) ?? '',
  }))
  await sql`
    insert into contact_import_touch as t (import_id, contact_id, created, columns_before, added_addresses, added_emails,
                                           added_phones, state_before, state_after)
    select ${importId}::uuid, v.contact_id, v.created, v.columns_before, v.added_addresses, v.added_emails,
           v.added_phones, v.state_before, v.state_after
      from json_populate_recordset(null::contact_import_touch, ${JSON.stringify(rows)}::json) v
    on conflict (import_id, contact_id) do update set
      columns_before = excluded.columns_before || t.columns_before,
      added_addresses = t.added_addresses || excluded.added_addresses,
      added_emails = t.added_emails || excluded.added_emails,
      added_phones = t.added_phones || excluded.added_phones,
      state_after = case when t.state_after = excluded.state_before then excluded.state_after else 'edited' end`.execute(
    ctx.db,
  )
}
