import { setImmediate } from 'node:timers/promises'
import type { ImportField } from '#contract/contacts/imports'
import { Id } from '#contract/endpoint'
import { limits } from '#contract/limits'
import { rowsInTurn } from '../../files/spreadsheets/read-csv.ts'
import { refuse } from '../../files/spreadsheets/refuse.ts'
import type { Ctx } from '../../http/context.ts'
import { readPhone } from '../contacts.ts'
import { spellingsOf } from '../spellings/spellings.ts'
import { utf8Pieces } from './encoding.ts'
import { layoutOf, scanOptions } from './inspect-file.ts'
import { proposeMapping } from './propose-mapping.ts'
import { scanCsv } from './scan-csv.ts'

/** What a row of a list says of the contact it refers to. */
export interface ListedContact {
  readonly line: number
  readonly id: string | null
  /** In lower case. */
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  /** In the form contacts are sorted by, the likeliest first. */
  readonly names: readonly string[]
  readonly zipCode: string
  /** Name of the row in the result. */
  readonly shown: string
  /** Cells as uploaded. */
  readonly cells: readonly string[]
}

export interface ContactList {
  /** Null for a list without a header row. */
  readonly head: readonly string[] | null
  readonly rows: readonly ListedContact[]
}

type Field = ImportField | 'id'
type Values = Partial<Record<Field, string>>

/**
 * Reads the rows of a CSV that lists contacts. Its header names the columns as for an import; without a header it may
 * hold only ids, e-mail addresses and phone numbers. Errors: UNREADABLE_CSV with the reason.
 */
export async function readContactList(ctx: Ctx, path: string): Promise<ContactList> {
  const { encoding, delimiter, skip } = await layoutOf(ctx, path)
  const rows: ListedContact[] = []
  let head: readonly string[] | null = null
  let fields: readonly (Field | null)[] | undefined
  for await (const record of scanCsv(utf8Pieces(ctx, path, encoding), scanOptions(delimiter))) {
    if (record.nextByte <= skip) continue
    if (!fields) {
      fields = fieldsOf(record.cells)
      if (fields.some(Boolean)) {
        head = record.cells
        continue
      }
      if (!record.cells.some(kindOf)) refuse(ctx, 'noContactColumn')
    }
    if (rows.length === limits.listImport.rows) refuse(ctx, 'rows', { limit: limits.listImport.rows })
    if (rows.length % rowsInTurn === 0) await setImmediate()
    rows.push(listed(record.line, record.cells, valuesOf(record.cells, fields)))
  }
  if (rows.length === 0) refuse(ctx, fields ? 'noRows' : 'empty')
  return { head, rows }
}

const idColumn = /^(id|uuid|kontakt-?id|contact-?(id|ref))$/i

function fieldsOf(head: readonly string[]): (Field | null)[] {
  const proposed = proposeMapping(head)
  return head.map((cell, at) => (idColumn.test(cell.trim().replace(/[\s_]+/g, '-')) ? 'id' : (proposed[at] ?? null)))
}

function valuesOf(cells: readonly string[], fields: readonly (Field | null)[]): Values {
  const hasHead = fields.some(Boolean)
  const pairs = cells.map((cell, at) => [hasHead ? fields[at] : kindOf(cell), cell.trim()] as const)
  return Object.fromEntries(pairs.filter(([field, cell]) => field && cell))
}

function kindOf(cell: string): Field | null {
  const text = cell.trim()
  if (Id.safeParse(text).success) return 'id'
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return 'emailAddress'
  return /^[+\d][\d\s/().'-]{6,}$/.test(text) ? 'phoneNumber' : null
}

function listed(line: number, cells: readonly string[], values: Values): ListedContact {
  const { givenName = '', surname = '', companyName = '', emailAddress, emailAddress2 } = values
  const numbers = [values.phoneNumber, values.phoneNumber2, values.mobileNumber, values.faxNumber]
  return {
    line,
    id: Id.safeParse(values.id).data ?? null,
    emails: [emailAddress, emailAddress2].flatMap((one) => (one ? spellingsOf(one) : [])),
    phones: numbers.flatMap((one) => (one ? (readPhone(one)?.number ?? []) : [])),
    names: namesOf(givenName, surname, companyName),
    zipCode: values.zipCode ?? '',
    shown: (`${givenName} ${surname}`.trim() || companyName || emailAddress || (Object.values(values)[0] ?? '')).slice(
      0,
      255,
    ),
    cells,
  }
}

/** Returns the names to look up; a single name column may begin with the given name. */
function namesOf(givenName: string, surname: string, companyName: string): string[] {
  const [, first, last] = givenName ? [] : (/^(.+) (\S+)$/.exec(surname) ?? [])
  return [
    ...(surname ? [`${surname} ${givenName}`] : []),
    ...(first && last ? [`${last} ${first}`] : []),
    ...(companyName ? [companyName] : []),
    ...(surname && !givenName ? [surname] : []),
  ]
}
