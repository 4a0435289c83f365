import { type Kysely, sql } from 'kysely'
import { limits } from '#contract/limits'
import type { Town } from '#contract/lists/towns'
import { preparedStatement } from '../../db/db.ts'
import { lock } from '../../db/locks.ts'
import type { DB } from '../../db/schema.ts'

type Db = Kysely<DB>

/** Returns the towns of a zip code: those in the country first, then by the number of addresses there. */
export async function selectProposals(db: Db, zipCode: string, country: string) {
  const { rows } = await sql<{ country: string; city: string }>`
    ${preparedStatement} select country, city from (
      select a.country, a.city, count(*) as uses from address a join contact c on c.id = a.contact_id
       where a.zip_code = ${zipCode} and a.zip_code <> '' and a.city <> '' and c.deleted_at is null
       group by a.country, a.city
      union all
      select country, city, 0 from town where zip_code = ${zipCode}) known
     group by country, city
     order by country = ${country} desc, max(uses) desc, fold(city), country limit ${sql.lit(limits.towns.proposals)}`.execute(
    db,
  )
  return rows
}

export async function selectCounts(db: Db): Promise<{ country: string; towns: number }[]> {
  const { rows } = await sql<{ country: string; towns: number }>`
    select country, count(*)::int as towns from town group by country order by country`.execute(db)
  return rows
}

export async function selectTowns(db: Db): Promise<Town[]> {
  const { rows } = await sql<Town>`
    select country, zip_code as "zipCode", city from town order by country, zip_code, fold(city), city`.execute(db)
  return rows
}

/** Replaces the towns of the countries in the list. The lock serialises imports; the last one's list stays. */
export async function replaceTowns(db: Db, towns: readonly Town[]): Promise<void> {
  const countries = [...new Set(towns.map(({ country }) => country))].sort()
  await lock(db, 'towns')
  await deleteTowns(db, countries)
  await sql`
    insert into town (country, zip_code, city)
    select distinct country, zip_code, city
      from unnest(${towns.map(({ country }) => country)}::text[], ${towns.map(({ zipCode }) => zipCode)}::text[],
                  ${towns.map(({ city }) => city)}::text[]) as read (country, zip_code, city)`.execute(db)
}

export async function deleteTowns(db: Db, countries: readonly string[]): Promise<void> {
  await sql`delete from town where country = any (${[...countries]}::text[])`.execute(db)
}
