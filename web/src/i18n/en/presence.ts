import type german from '../de/presence.ts'
import type { Like } from '../like.ts'

export default {
  inField: '{username} is editing the field “{label}”.',
  editing: '{username} is editing this.',
  viewing_one: '{names} is here too.',
  viewing_other: '{names} are here too.',
} satisfies Like<typeof german>
