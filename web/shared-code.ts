import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Rolldown } from 'vite'
import { pagesIn } from './screen-files.ts'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** The screens by which the pieces are made: of each module it is asked which of these need it. */
const deciding = ['contacts', 'contact', 'flames', 'flame', 'emails', 'projects'] as const
type Screen = (typeof deciding)[number]

/** In the order in which they take their modules, with all that these import and no piece before them has. */
const pieces = ['app', 'common', 'forms', 'table', 'encounters', 'shared'] as const
type Piece = (typeof pieces)[number]

/** What is around every screen. */
const around = /src\/(app\/signed-in\.ts|ui\/states\/SkeletonLines\.tsx)$/
/** What of the list of contacts others have too that have no table. */
const besideTables = /LinearProgress|FileDownload|ui\/(files|states)\/|DataTable\/(csv|columns)/
/** An effect of each form fetches it ahead: elsewhere it would bring `shared` along before the screen stands. */
const aheadOfForms = /ui\/conflicts\//
/** They come right after the contact that they stand beside. */
const encounters = /features\/contacts\/encounters\//
const shareable = /\/(src|contract)\/|@mui\/(material|icons-material)\//
/** What a dialog or a tab brings along stays with it. */
const apart =
  /features\/(lists\/(?!galleries\/(library|Thumbnail|make-thumbnail)\.)|comments\/Comment|users\/(?!people)|mail\/composer\/OutboxDialog)|AudioPlayer|ui\/RichText|Slider|contract\/src\/(lists|contacts\/duplicates)/

/**
 * What screens share, in pieces by which of the daily ones need it, so that a screen begins with little that only others need.
 * `common` is what a board or mails need, which do without `forms`; a contact or a dossier takes both, the list of contacts
 * neither, but `table`. What none of them begins with, and other screens and dialogs share, is `shared`.
 */
export function sharedCode(root: string): Rolldown.CodeSplittingGroup[] {
  const needing = screensNeeding(root)
  const isOfTable = (id: string, context: Context) => {
    const screens = needing(id, context)
    return screens?.size === 1 && screens.has('contacts') && !besideTables.test(id)
  }
  const pieceOf = keptByModule((id, context): Piece | null => {
    if (around.test(id)) return 'app'
    const screens = needing(id, context)
    if (screens?.has('contacts')) return isOfTable(id, context) ? 'table' : 'app'
    if (screens?.has('flames') || screens?.has('emails')) return 'common'
    if (screens || aheadOfForms.test(id)) return 'forms'
    if (id.includes('ui/DataTable/')) return 'table'
    if (encounters.test(id)) return 'encounters'
    if (apart.test(id) || !shareable.test(id)) return null
    // with what a table has in it, all would wait for that
    return [...withImported(id, context)].some((one) => isOfTable(one, context)) ? null : 'shared'
  })
  return pieces.map((piece, at) => ({
    name: (id, context) => (pieceOf(id, context) === piece ? piece : null),
    debugName: piece,
    priority: pieces.length - at,
    minShareCount: piece === 'app' ? 1 : 2,
  }))
}

/** Which screens of the day begin with a module; undefined of one that none begins with. */
function screensNeeding(root: string): (id: string, context: Context) => ReadonlySet<Screen> | undefined {
  const table = path.join(root, 'src/app/pages.ts')
  const pages = new Map(pagesIn(readFileSync(table, 'utf8')).map(([screen, page]) => [screen, page]))
  const found = new Map<string, Set<Screen>>()
  const find = (context: Context) => {
    for (const screen of deciding) {
      const page = pages.get(screen)
      if (!page) throw new Error(`pages.ts has no ${screen}`)
      for (const id of withImported(path.resolve(path.dirname(table), page), context))
        found.set(id, (found.get(id) ?? new Set()).add(screen))
    }
  }
  return (id, context) => {
    if (found.size === 0) find(context)
    return found.get(id)
  }
}

/** A module, and all that is run before it. */
function withImported(id: string, context: Context): Set<string> {
  const all = new Set([id])
  for (const one of all) for (const imported of context.getModuleInfo(one)?.importedIds ?? []) all.add(imported)
  return all
}

/** Each piece asks for each module. */
function keptByModule(pieceOf: (id: string, context: Context) => Piece | null): typeof pieceOf {
  const kept = new Map<string, Piece | null>()
  return (id, context) => {
    if (!kept.has(id)) kept.set(id, pieceOf(id, context))
    return kept.get(id) ?? null
  }
}
