import type { Tile, TileSpan } from '#contract/overview/dashboards'
import type { Ctx } from '../../http/context.ts'
import { callsTile } from './calls.ts'
import { contactsTile } from './contacts.ts'
import { flamesTile } from './flames.ts'
import { inboxTile } from './inbox.ts'
import { ordersTile } from './orders.ts'
import { peopleTile } from './people.ts'
import { systemTile } from './system.ts'
import { todosTile } from './todos.ts'

/** The tiles of the dashboards; flames and their data are limited to boards that the caller may see. */
export const readTile = {
  flames: flamesTile,
  inbox: inboxTile,
  orders: ordersTile,
  contacts: contactsTile,
  todos: todosTile,
  calls: callsTile,
  system: systemTile,
  people: peopleTile,
} satisfies Record<string, (ctx: Ctx, span: TileSpan) => Promise<Tile>>
