import type de from '../de/templates.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Modèles',
  one: 'Modèle',
  add: 'Ajouter un modèle',
  saved: 'Modèle « {name} » enregistré',
  search: 'Chercher un modèle',
  empty: 'Aucun modèle pour l’instant',
  noMatch: 'Aucun modèle trouvé',
  choose: 'Veuillez choisir un modèle ou en ajouter un.',
  field: { title: 'Désignation', subject: 'Objet', content: 'Contenu', documents: 'Documents partagés' },
  documentsHint: 'Accompagnent en pièce jointe chaque message fait avec ce modèle, dans cet ordre.',
  subjectPlaceholder: 'Insérer une variable dans l’objet',
  remove: {
    ok: 'Supprimer',
    title: 'Supprimer le modèle',
    message: 'Supprimer le modèle « {name} » ?',
    done: 'Modèle « {name} » supprimé',
    undo: 'Annuler',
  },
  preview: {
    title: 'Aperçu',
    contact: 'Contact',
    contactHint: 'Avec les données de ce contact, dans sa langue',
    type: 'Veuillez saisir un nom ou une entreprise',
    noContact: 'Aucun contact trouvé',
    noSubject: '(sans objet)',
    samples: 'Des exemples remplacent : {fields}',
  },
  signature: {
    title: 'Signature d’e-mail',
    saved: 'Signature enregistrée',
    user: 'Aperçu pour',
  },
} satisfies Like<typeof de>
