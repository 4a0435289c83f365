import type german from '../de/search.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Chercher partout',
  placeholder: 'Contact, flamme, e-mail, numéro, date …',
  searching: 'Recherche en cours',
  found: 'Résultats',
  failed: 'La recherche a échoué.',
  again: 'Chercher à nouveau',
  nothing: 'Rien trouvé pour «{term}».',
  hint: 'Entrée cherche tout de suite, ↑ ↓ choisit, Esc ferme.',
  all: 'Tout afficher : {kind}',
  action: { contact: 'Nouveau contact', contactNamed: 'Nouveau contact «{name}»' },
  kind: {
    recent: 'Récents',
    actions: 'Actions',
    pages: 'Pages',
    CONTACT: 'Contacts',
    FLAME: 'Flammes',
    PROJECT: 'Projets',
    ENCOUNTER: 'Rencontres',
    EMAIL: 'E-mails',
    CONTACT_ATTACHMENT: 'Documents',
  },
} satisfies Like<typeof german>
