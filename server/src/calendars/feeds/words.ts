import type { Language } from '#contract/limits'
import type { EntryKind } from './entries.ts'

/** Prefix of an entry's title in a calendar, by kind. */
export const kindWords: Record<Language, Record<EntryKind, string>> = {
  DE: {
    APPOINTMENT: 'Termin',
    PICKUP: 'Abholung',
    SELF_PICKUP: 'Selbstabholung',
    DELIVERY: 'Lieferung',
    FLAME: 'Flamme',
    PROJECT_DUE: 'Projekt endet',
    PROJECT_REMINDER: 'Projekt',
    TODO: 'To-do',
  },
  EN: {
    APPOINTMENT: 'Appointment',
    PICKUP: 'Pickup',
    SELF_PICKUP: 'Self-pickup',
    DELIVERY: 'Delivery',
    FLAME: 'Flame',
    PROJECT_DUE: 'Project ends',
    PROJECT_REMINDER: 'Project',
    TODO: 'To-do',
  },
  FR: {
    APPOINTMENT: 'Rendez-vous',
    PICKUP: 'Enlèvement',
    SELF_PICKUP: 'Retrait par le client',
    DELIVERY: 'Livraison',
    FLAME: 'Flamme',
    PROJECT_DUE: 'Fin du projet',
    PROJECT_REMINDER: 'Projet',
    TODO: 'Tâche',
  },
}
