import type german from '../de/comments.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Commentaires',
  empty: 'Aucun commentaire.',
  write: 'Écrire un commentaire',
  hint: 'Mentionnez quelqu’un avec @.',
  send: 'Envoyer',
  answer: 'Répondre',
  answerTo: 'Répondre à {name}',
  answerOf: 'Réponse à {name}',
  actions: 'Actions pour le commentaire de {name}',
  edit: 'Modifier',
  remove: 'Supprimer',
  save: 'Enregistrer',
  cancel: 'Annuler',
  text: 'Commentaire',
  edited: 'modifié le {at}',
  deleted: 'supprimé',
  removed: 'Le commentaire a été supprimé.',
  restored: 'Le commentaire est rétabli.',
  somebody: 'Inconnu',
  mention: 'Qui mentionner ?',
  notFound: 'Ce commentaire n’existe plus.',
  tooLong: 'Le commentaire ne peut pas dépasser {length} caractères.',
  of: 'Commentaire de {name}, {at}',
} satisfies Like<typeof german>
