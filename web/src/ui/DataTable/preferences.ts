import { createContext } from 'react'
import { z } from 'zod'
import { inBrowser } from '../../state/storage.ts'

/** Keeps what a person chose per table. Must answer at once: a store on the server is read when the app starts. */
export interface TablePreferences {
  load: (tableId: string) => unknown
  save: (tableId: string, layout: Layout) => void
}

const Layout = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  widths: z.record(z.string(), z.number().min(40).max(2000)),
  sorting: z.array(z.object({ id: z.string(), desc: z.boolean() })),
  filtersShown: z.boolean(),
})

export type Layout = z.infer<typeof Layout>

/** A layout that was kept, or undefined for anything that is none (an older version, a hand-made value). */
export function readLayout(kept: unknown): Layout | undefined {
  const parsed = Layout.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

/** In the browser, apart for each person who uses it. */
function localTablePreferences(user = ''): TablePreferences {
  const key = (tableId: string) => `glut.table.${user}.${tableId}`
  return {
    load: (tableId) => inBrowser.readJson(key(tableId)),
    save: (tableId, layout) => inBrowser.writeJson(key(tableId), layout),
  }
}

export const TablePreferencesContext = createContext<TablePreferences>(localTablePreferences())
