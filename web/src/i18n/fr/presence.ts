import type german from '../de/presence.ts'
import type { Like } from '../like.ts'

export default {
  inField: '{username} modifie le champ « {label} ».',
  editing: '{username} est en train de modifier cette fiche.',
  viewing_one: '{names} est aussi ici.',
  viewing_other: '{names} sont aussi ici.',
} satisfies Like<typeof german>
