import type german from '../de/boards.ts'
import type { Like } from '../like.ts'

export default {
  board: {
    away: '{reason} Les cartes sont affichées telles qu’elles ont été lues en dernier.',
    choose: 'Tableau',
    label: 'Tableau {board}',
    bin: 'Corbeille',
    keysHint: 'Les flèches changent de carte, Maj et une flèche la déplacent, M ouvre son menu.',
  },
  filter: {
    assignee: 'Responsable',
    everybody: 'Tous',
    nobody: 'Personne',
    due: 'Échues seulement',
    future: 'Montrer les futures',
    more: 'Filtres',
    clear: 'Effacer les filtres',
  },
  card: {
    actions: 'Actions {name}',
    due: 'échu',
    proxy: 'Suppléance {username}',
    noAssignee: 'Aucun responsable',
    today: 'depuis aujourd’hui',
    days_one: 'depuis {count} jour',
    days_other: 'depuis {count} jours',
    long: 'long : {text}',
  },
  action: {
    moveTo: 'Déplacer vers…',
    up: 'Vers le haut',
    down: 'Vers le bas',
    left: 'Dans l’étape de gauche',
    right: 'Dans l’étape de droite',
  },
  place: {
    moveTitle: 'Déplacer « {name} »',
    assignTitle: 'Attribuer « {name} »',
    duplicateTitle: 'Dupliquer « {name} »',
    board: 'Tableau',
    step: 'Étape',
    position: 'Place',
    top: 'Tout en haut',
    bottom: 'Tout en bas',
    move: 'Déplacer',
    duplicate: 'Dupliquer',
  },
  done: {
    moved: '« {name} » se trouve dans « {step} », place {place} sur {count}.',
    movedTo: '« {name} » se trouve maintenant dans « {step} » sur « {board} ».',
    assigned: '« {name} » est maintenant attribuée à {username}.',
    unassigned: '« {name} » n’est plus attribuée à personne.',
  },
  conflict: {
    moved: '« {name} » a été entre-temps déplacée vers « {step} » par {username}. Le tableau montre l’état actuel.',
    changed: '« {name} » a été entre-temps modifiée par {username}. Le tableau montre l’état actuel.',
    archived: '« {name} » a été entre-temps archivée par {username}.',
    removed: '« {name} » a été entre-temps mise à la corbeille par {username}.',
    gone: '« {name} » n’existe plus.',
    somebody: 'quelqu’un d’autre',
  },
} satisfies Like<typeof german>
