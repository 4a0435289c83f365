import { createContext } from 'react'
import { z } from 'zod'
import { inBrowser } from '../../state/storage.ts'

/** Stores the column layout of each table. `load` is synchronous, so a store on the server must be read at startup. */
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

/** Returns a stored layout, or undefined if the value is invalid (an older version, or edited by hand). */
export function readLayout(kept: unknown): Layout | undefined {
  const parsed = Layout.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

/** Returns preferences stored in the browser, separately for each user. */
function localTablePreferences(user = ''): TablePreferences {
  const key = (tableId: string) => `glut.table.${user}.${tableId}`
  return {
    load: (tableId) => inBrowser.readJson(key(tableId)),
    save: (tableId, layout) => inBrowser.writeJson(key(tableId), layout),
  }
}

export const TablePreferencesContext = createContext<TablePreferences>(localTablePreferences())
