import type de from '../de/master-data.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Désignation',
  add: 'Ajouter : {one}',
  edit: 'Modifier',
  editTitle: 'Modifier : {one}',
  save: 'Enregistrer',
  cancel: 'Annuler',
  empty: 'Aucune entrée pour le moment',
  remove: {
    ok: 'Supprimer',
    title: 'Supprimer : {one}',
    message: 'Supprimer «{name}» ({one}) ?',
    done: '«{name}» supprimé',
    undo: 'Annuler l’action',
  },
  sectors: { title: 'Secteurs', one: 'secteur' },
} satisfies Like<typeof de>
