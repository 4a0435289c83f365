import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { classificationApi } from '#contract/lists/document-classifications'
import { masterData, productApi } from '#contract/lists/master-data'
import { todoPackageApi } from '#contract/lists/todo-packages'
import { BoardFields } from '#contract/orders/boards'
import { lock } from '../db/locks.ts'
import type { DB } from '../db/schema.ts'
import { type KeptFile, keep } from '../files/files.ts'
import { type AppContext, type Ctx, inTransaction, systemActor } from '../http/context.ts'
import { addClassification } from '../lists/document-classifications/document-classifications.ts'
import { addDocument, type Collection } from '../lists/galleries/galleries.ts'
import { listOf } from '../lists/master-data/list-of.ts'
import { addLockedPickupDate } from '../lists/master-data/locked-pickup-dates.ts'
import { addRow, type List, productTable, tables } from '../lists/master-data/master-data.ts'
import { getSignature, updateSignature } from '../lists/templates/email-signature.ts'
import { addTemplate } from '../lists/templates/templates.ts'
import { addTodoPackage } from '../lists/todo-packages/todo-packages.ts'
import { addBoard } from '../orders/boards/boards.ts'
import { fireBowlPng, textPdf } from './draw.ts'
import { demoBoards, demoClassifications, demoLists, demoLockedDates, demoProducts, demoTodoPackages } from './lists.ts'
import { demoDocuments, demoPictures, demoSignature, demoTemplates } from './messages.ts'

/** Adds the lists, boards, documents and templates of a company that makes fire bowls, unless there are products. */
export async function addDemoLists(appContext: AppContext): Promise<void> {
  if (await hasProducts(appContext.database.kysely)) return
  const files = await keepFiles(appContext)
  await inTransaction(appContext, systemActor(), async (ctx) => {
    await lock(ctx.db, 'demoLists')
    if (await hasProducts(ctx.db)) return
    for (const name of Object.keys(demoLists) as (keyof typeof demoLists)[]) {
      for (const row of demoLists[name]) await add(ctx, listOf(masterData[name], tables[name]), row)
    }
    await addProducts(ctx)
    for (const board of demoBoards) await addBoard(ctx, BoardFields.parse(board))
    for (const date of demoLockedDates) await addLockedPickupDate(ctx, date)
    for (const todos of demoTodoPackages) await addTodoPackage(ctx, todoPackageApi.add.body.parse(todos))
    await sql`update calc_factor set value = 8, version = version + 1 where key = 'WOOD_OFFCUT'`.execute(ctx.db)
    await addTemplates(ctx, await addDocuments(ctx, files))
  })
}

const hasProducts = async (db: Kysely<DB>) =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined

const add = (ctx: Ctx, list: List, row: object) => addRow(ctx, list, list.schema.parse(row))

async function addProducts(ctx: Ctx): Promise<void> {
  const pallets = new Map(
    (await ctx.db.selectFrom('pallet').select(['id', 'title']).execute()).map((row) => [row.title, row.id]),
  )
  const products = listOf(productApi, productTable)
  for (const { pallet = '', ...product } of demoProducts) {
    await add(ctx, products, { ...product, possiblePallet: pallets.get(pallet) ?? null })
  }
}

interface DemoFile {
  readonly collection: Collection
  readonly classification: string | null
  readonly kept: KeptFile
}

/** Stores the files outside the transaction, as for every upload. */
async function keepFiles({ database, services }: AppContext): Promise<DemoFile[]> {
  const store = async (name: string, content: Buffer) =>
    ({ ...(await keep(database.kysely, services.files, () => Readable.from([content]))), name }) as const
  const files: DemoFile[] = []
  for (const { name, classification, lines } of demoDocuments) {
    const stored = await store(name, textPdf(name.replace('.pdf', ''), lines))
    const kept = { ...stored, mimeType: 'application/pdf', kind: 'PDF' } as const
    files.push({ collection: 'SHARED_DOCUMENTS', classification, kept })
  }
  for (const { name, hue } of demoPictures) {
    const kept = { ...(await store(name, fireBowlPng(hue))), mimeType: 'image/png', kind: 'IMAGE' } as const
    files.push({ collection: 'IMAGE_GALLERY', classification: 'Bilder', kept })
  }
  return files
}

/** Adds the documents and returns their ids by name. */
async function addDocuments(ctx: Ctx, files: readonly DemoFile[]): Promise<Map<string, string>> {
  const admins = await ctx.db.selectFrom('role').select('id').where('name', '=', 'ADMIN').executeTakeFirstOrThrow()
  const classes = new Map<string, string>()
  for (const { adminsOnly, ...given } of demoClassifications) {
    const classification = classificationApi.add.body.parse({ ...given, assignedRoles: adminsOnly ? [admins.id] : [] })
    classes.set(given.title, (await addClassification(ctx, classification)).id)
  }
  const documents = new Map<string, string>()
  for (const { collection, classification, kept } of files) {
    const { document } = await addDocument(ctx, collection, kept, classes.get(classification ?? '') ?? null)
    if (document) documents.set(document.name, document.documentRef)
  }
  return documents
}

async function addTemplates(ctx: Ctx, documents: ReadonlyMap<string, string>): Promise<void> {
  for (const { document = '', ...template } of demoTemplates) {
    const ref = documents.get(document)
    await addTemplate(ctx, { ...template, predefinedDocuments: ref ? [ref] : [] })
  }
  const { version } = await getSignature(ctx)
  await updateSignature(ctx, { version, content: demoSignature })
}
