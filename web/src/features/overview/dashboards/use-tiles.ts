import { use, useState } from 'react'
import { dashboardSettingApi, type TileName, tiles } from '#contract/overview/dashboards'
import { useApi } from '../../../api/hooks.ts'
import { readLayout, TablePreferencesContext } from '../../../ui/DataTable/preferences.ts'

export interface Placed {
  readonly name: TileName
  readonly hidden: boolean
  /** True if the tile takes the full width. */
  readonly wide: boolean
}
export type TileChange = Partial<Omit<Placed, 'name'>> & { readonly by?: -1 | 1 }

const kept = 'dashboards'
const [half, whole] = [50, 100]
const usual: readonly Placed[] = tiles.map((name) => ({ name, hidden: false, wide: name === 'flames' }))

/** Returns the tiles as arranged by the user, stored in the format of a table layout with widths in per cent. */
export function useTiles() {
  // people are only compared once the setting is known to be on
  const { data } = useApi(dashboardSettingApi.settings, {}, { quiet: true })
  const preferences = use(TablePreferencesContext)
  const [placed, setPlaced] = useState(() => read(preferences.load(kept)))
  const shown = data?.people ? placed : placed.filter(({ name }) => name !== 'people')
  const change = (name: TileName, { by, ...changed }: TileChange) => {
    const next = placed.map((tile) => (tile.name === name ? { ...tile, ...changed } : tile))
    const neighbour = by && shown[shown.findIndex((tile) => tile.name === name) + by]
    if (neighbour) swap(next, name, neighbour.name)
    setPlaced(next)
    preferences.save(kept, {
      order: next.map((one) => one.name),
      hidden: next.filter(({ hidden }) => hidden).map((one) => one.name),
      widths: Object.fromEntries(next.map((one) => [one.name, one.wide ? whole : half])),
      sorting: [],
      filtersShown: false,
    })
  }
  return { tiles: shown, change, people: data?.people ?? false }
}

function swap(all: Placed[], one: TileName, other: TileName): void {
  const [here, there] = [one, other].map((name) => all.findIndex((tile) => tile.name === name)) as [number, number]
  const [first, second] = [all[here], all[there]]
  if (first && second) Object.assign(all, { [here]: second, [there]: first })
}

function read(value: unknown): readonly Placed[] {
  const layout = readLayout(value)
  if (!layout) return usual
  const placeOf = ({ name }: Placed) => {
    const at = layout.order.indexOf(name)
    return at < 0 ? tiles.length : at
  }
  return usual
    .map((tile) => ({
      ...tile,
      hidden: layout.hidden.includes(tile.name),
      wide: layout.widths[tile.name] === undefined ? tile.wide : layout.widths[tile.name] === whole,
    }))
    .sort((a, b) => placeOf(a) - placeOf(b))
}
