import type { z } from 'zod'
import { limits } from '#contract/limits'
import { Town, type townApi } from '#contract/lists/towns'
import { importSentences } from '#contract/sentences/imports/by-language'
import { fill } from '#contract/sentences/issue'
import { byteOrderMark, csvLine } from '../../files/spreadsheets/csv.ts'
import { streamCsvFile } from '../../files/spreadsheets/read-csv.ts'
import { refuse } from '../../files/spreadsheets/refuse.ts'
import type { FileReply } from '../../http/answers.ts'
import type { Ctx } from '../../http/context.ts'
import { toProblem } from '../../http/problem.ts'
import { deleteTowns, replaceTowns, selectCounts, selectProposals, selectTowns } from './towns.queries.ts'

export const proposeTowns = ({ db }: Ctx, zipCode: string, country = '') => selectProposals(db, zipCode, country)

export const countTowns = ({ db }: Ctx) => selectCounts(db)

export const removeTowns = async ({ db }: Ctx, country: string): Promise<undefined> => {
  await deleteTowns(db, [country])
}

/** Returns all towns as CSV, with column names that an import accepts. */
export async function exportTowns({ db }: Ctx): Promise<FileReply> {
  const towns = await selectTowns(db)
  const lines = towns.map(({ country, zipCode, city }) => csvLine([country, zipCode, city]))
  const content = Buffer.from(byteOrderMark + csvLine(['country', 'zipCode', 'city']) + lines.join(''))
  return { content, fileName: 'towns.csv', contentType: 'text/csv; charset=utf-8' }
}

export interface ReadTowns {
  readonly towns: readonly Town[]
  readonly rejected: number
  readonly reasons: readonly { line: number; reason: string }[]
}

/** Column names in the files of postal services and other sources. */
const names = {
  country: ['country', 'land', 'pays', 'country code', 'countrycode'],
  zipCode: ['zipcode', 'zip', 'zip code', 'plz', 'postleitzahl', 'npa', 'code postal', 'code_postal', 'postal code'],
  city: ['city', 'town', 'ort', 'ortschaft', 'ortschaftsname', 'ortsname', 'localité', 'commune', 'nom_de_la_commune'],
} as const

/** Reads a file row by row. Errors: UNREADABLE_CSV, also if it has no columns for zip code and town. */
export async function readTowns(ctx: Ctx, path: string, country: string): Promise<ReadTowns> {
  const towns: Town[] = []
  const reasons: ReadTowns['reasons'][number][] = []
  let rejected = 0
  for await (const { line, cells } of streamCsvFile(ctx, path, limits.towns.rows)) {
    const cell = (field: keyof typeof names) => cells[names[field].find((name) => name in cells) ?? '']
    const [zipCode, city] = [cell('zipCode'), cell('city')]
    if (zipCode === undefined || city === undefined) refuse(ctx, 'noTownColumns')
    const town = Town.safeParse({ country: cell('country') || country, zipCode, city }, { reportInput: true })
    if (town.success) towns.push(town.data)
    else {
      rejected += 1
      if (reasons.length < limits.towns.reasons) reasons.push({ line, reason: reasonOf(ctx, town.error) })
    }
  }
  if (towns.length === 0 && rejected === 0) refuse(ctx, 'noRows')
  return { towns, rejected, reasons }
}

/** Replaces the towns of the countries in the file. */
export async function importTowns({ db }: Ctx, read: ReadTowns): Promise<z.input<typeof townApi.importCsv.response>> {
  const { towns, rejected, reasons } = read
  await replaceTowns(db, towns)
  const named = new Set(towns.map(({ country }) => country))
  const countries = (await selectCounts(db)).filter(({ country }) => named.has(country))
  return { countries, rejected, reasons: [...reasons] }
}

function reasonOf(ctx: Ctx, error: z.ZodError): string {
  const { problem } = toProblem(error, ctx.actor.language)
  const text = importSentences[ctx.actor.language]
  const named = problem.errors?.map(({ path, detail }) =>
    fill(text.row.field, { field: text.fields[path as keyof typeof names], sentence: detail }),
  )
  return named?.join(' ') ?? problem.detail
}
