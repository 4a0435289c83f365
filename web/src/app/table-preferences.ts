import { userApi } from '#contract/users/users'
import { call } from '../api/client.ts'
import type { TablePreferences } from '../ui/DataTable/preferences.ts'

let kept: Record<string, unknown> = {}
const unsaved = new Map<string, ReturnType<typeof setTimeout>>()

/** Reads the preferences when a session starts, so that every table is drawn as arranged from the beginning. */
export async function loadTablePreferences(): Promise<void> {
  try {
    kept = await call(userApi.tablePreferences, {})
  } catch {
    // without preferences the tables use their default layout
    kept = {}
  }
}

/** Table layouts, stored on the server per user. */
export const tablePreferences: TablePreferences = {
  load: (tableId) => kept[tableId],
  save: (tableId, layout) => {
    kept = { ...kept, [tableId]: layout }
    clearTimeout(unsaved.get(tableId))
    // dragging the edge of a column changes its width many times
    const timer = setTimeout(() => {
      call(userApi.saveTablePreferences, { params: { tableId }, body: { value: layout } }).catch(() => undefined)
    }, 500)
    unsaved.set(tableId, timer)
  },
}
