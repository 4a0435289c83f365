import type { Like } from '../like.ts'
import type { de } from './de.ts'

export const fr: Like<typeof de> = {
  verb: { READ: 'Lire', CREATE: 'Créer', MODIFY: 'Modifier', DELETE: 'Supprimer' },
  area: {
    FLAME: 'Flammes',
    PROJECT: 'Projets',
    TASKBOARD: 'Tableaux',
    TODO: 'Tâches',
    ENCOUNTER: 'Rencontres',
    CONTACT: 'Contacts',
    EMAIL: 'E-mails',
    USER: 'Utilisateurs',
    CONTACT_DOCUMENTS: 'Documents de contact',
    COMMENTS: 'Commentaires',
  },
  single: {
    PROXY_FLAME: 'Suppléance pour les flammes',
    PROXY_PROJECT: 'Suppléance pour les projets',
    GENERAL_ADMIN_FUNCTIONS: 'Administration et données de base',
    ADMIN_PROJECT: 'Administrer les projets',
    VIEW_DASHBOARDS: 'Voir les tableaux de bord',
  },
}
