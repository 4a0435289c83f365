import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint'
import type { dossierApi } from '#contract/orders/dossiers'
import type { Flame, FlameCard, FlameStepChange } from '#contract/orders/flames'
import { numberCheck, type PartTable, partJson } from '../../contacts/contacts.ts'
import { seenBy } from '../../db/assigned.ts'
import { preparedStatement } from '../../db/db.ts'
import type { DB } from '../../db/schema.ts'
import { JsonText, listed } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { cardsOfBoards } from '../boards/boards.ts'
import { dossierColumns } from './dossier.ts'
import { articlesJson, packagesJson } from './dossier-rows.ts'
import { proxies, shown, shownCard, withStandIn } from './proxies.ts'

type Db = Kysely<DB>

// --- what a flame is made of ---------------------------------------------------------------------------------------

/** Flame with its step, which decides who may see it. */
export const flameInStep = sql`flame f join blackboard_step s on s.id = f.step_id`

/** Flame with its step, dossier and contact. */
export const flameFrom = sql`${flameInStep}
  join dossier d on d.flame_id = f.id
  join contact c on c.id = d.contact_id`

/** Returns the condition that the caller may see the flame's board; every call applies it. */
export const seen = ({ actor }: Ctx) => seenBy('blackboard', sql`s.blackboard_id`, actor)

/** Flame as in `flameFrom` with its stored card and the stand-in of its assignee. */
const cardFrom = sql`${flameFrom} join flame_card k on k.flame_id = f.id ${withStandIn}`
export const card = shownCard

export const isOpen = sql`f.archived_at is null and f.deleted_at is null`

/** Returns the condition that something was ordered in a dossier. Orders must be kept by law, unlike mere inquiries. */
export const isOrder = (dossier: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from flame f
   where f.id = ${dossier}.flame_id and f.deleted_at is null
     and (f.archived_at is not null or ${dossier}.sap_ordernumber <> ''
          or exists (select from dossier_article a where a.flame_id = f.id)))`

// --- cards ---------------------------------------------------------------------------------------------------------

/** Returns the cards that match as one JSON text, at most 1000; undefined if there are none. */
export async function selectCards(
  db: Db,
  which: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<JsonText<FlameCard[]> | undefined> {
  const { rows } = await sql<{ card: string }>`${preparedStatement}
    select ${card} as card from ${cardFrom} where ${which} order by ${order} limit 1000`.execute(db)
  return rows.length > 0 ? new JsonText('[', ...listed(rows.map(({ card }) => card)), ']') : undefined
}

/** Query for the card of a flame that the caller may see. */
export const cardQuery = (ctx: Ctx, id: string) => sql<{ card: string }>`${preparedStatement}
  select ${card} as card
    from flame f join blackboard_step s on s.id = f.step_id join flame_card k on k.flame_id = f.id ${withStandIn}
   where f.id = ${id} and ${seen(ctx)}`

interface BoardFilter {
  readonly contactRef?: string | undefined
  readonly withFutureTask?: boolean | undefined
}

export interface Board {
  nextReminderUtc: string | null
  flames: FlameCard[]
}

const cardsOfBoard = cardsOfBoards<Board>({
  kind: 'FLAME',
  cards: sql`flame f`,
  row: 'f',
  ready: sql`flame_card`,
  key: sql`flame_id`,
  around: (next) => [`{"nextReminderUtc":${JSON.stringify(next)},"flames":[`, ']}'],
  proxies,
})

/** Returns the next reminder of a board and its cards in order; undefined if the caller may not see it. */
export function selectBoard(ctx: Ctx, boardId: string, { contactRef, withFutureTask }: BoardFilter) {
  const wanted = contactRef ? sql`and f.id in (select flame_id from dossier where contact_id = ${contactRef})` : sql``
  const reminded = sql`(f.reminder_at is null or f.reminder_at <= ${ctx.now})`
  const next = sql`iso(min(f.reminder_at) filter (where f.reminder_at > ${ctx.now}))`
  return cardsOfBoard(ctx, boardId, {
    which: sql`${isOpen} ${wanted}`,
    order: sql`position, f.place, f.id`,
    ...(withFutureTask ? {} : { shown: reminded, beside: next }),
  })
}

// --- one flame with its dossier ------------------------------------------------------------------------------------

const dossier = sql`
  select d.id, ${dossierColumns},
         json_build_object('id', c.id, 'fullName', c.full_name, 'companyName', c.company_name,
                           'customerType', c.customer_type,
                           'uidCheck', ${numberCheck('uid')}, 'eoriCheck', ${numberCheck('eori')}) as contact,
         coalesce((select r.full_name from contact r where r.id = d.reseller_id), '') as "resellerName",
         ${articlesJson} as articles, ${packagesJson} as "packageInfos",
         iso(d.articles_changed_at) as "articlesChangedAtUtc", iso(d.packages_changed_at) as "packagesChangedAtUtc",
         f.id as "taskId", s.blackboard_id as "blackBoardRef"`

/** Query for a flame with its dossier as entered, without stand-in, if the caller may see it. */
export const flameQuery = (ctx: Ctx, id: string) => sql<{ id: string; version: number; json: Flame }>`
  select flame.id, flame.version, row_to_json(flame) as json
    from (select h.*, (select row_to_json(dossier) from (${dossier}) as dossier) as dossier
            from ${flameFrom} cross join lateral flame_head_of(f, s.blackboard_id, d, c.uid_state) as h
           where f.id = ${id} and ${seen(ctx)}) as flame`

/** The flame of a CTE `own` from `flameQuery` as it is shown, with the stand-in of its assignee. */
export const shownFlame = shown(sql`own.json::text`)
export const besideOwn = sql`join flame f on f.id = own.id ${withStandIn}`

/** Returns a flame with its dossier; undefined if it does not exist or the caller may not see it. */
export async function selectFlame(ctx: Ctx, id: string): Promise<JsonText<Flame> | undefined> {
  const { rows } = await sql<{ flame: string }>`${preparedStatement}
    select ${shownFlame} as flame from (${flameQuery(ctx, id)}) as own ${besideOwn}`.execute(ctx.db)
  return rows[0] && new JsonText<Flame>(rows[0].flame)
}

/** Returns the step changes of a flame, the latest first. */
export async function selectStepChanges(ctx: Ctx, id: string): Promise<FlameStepChange[]> {
  const { rows } = await sql<FlameStepChange>`
    select k.id, iso(k.at) as at, u.username, k.from_board as "fromBoard", k.from_step as "fromStep",
           k.to_board as "toBoard", k.to_step as "toStep", k.missing, k.override_reason as "overrideReason"
      from flame_step_change k left join app_user u on u.id = k.actor
     where k.flame_id = ${id} order by k.at desc, k.id desc`.execute(ctx.db)
  return rows
}

export type KeptParts = AnswerOf<typeof dossierApi.keptParts>

/** Returns the parts of the contact that the dossier references. */
export async function selectKeptParts(ctx: Ctx, id: string): Promise<KeptParts> {
  const named = (table: PartTable, refs: RawBuilder<unknown>) => sql`coalesce(
    (select json_agg(${partJson(table)} order by own.id) from ${sql.table(table)} own where own.id in (${refs})), '[]')`
  const { rows } = await sql<KeptParts>`
    select ${named('address', sql`d.delivery_address_id, d.billing_address_id`)} as addresses,
           ${named('phone_number', sql`d.avis_phone_number_id`)} as "phoneNumbers",
           ${named('email_address', sql`d.avis_email_id`)} as "emailAddresses"
      from dossier d where d.flame_id = ${id}`.execute(ctx.db)
  return rows[0] ?? fail('NOT_FOUND')
}
