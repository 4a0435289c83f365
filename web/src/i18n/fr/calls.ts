import type german from '../de/calls.ts'
import type { Like } from '../like.ts'

export default {
  own: 'Appels des dernières 24 heures',
  hidden: 'Numéro masqué',
  internal: 'interne',
  direction: { IN: 'entrant', OUT: 'sortant' },
  state: {
    RINGING: 'sonne',
    ANSWERED: 'en conversation',
    HELD: 'en attente',
    ENDED: 'terminé',
    MISSED: 'sans réponse',
  },
  spoken: { IN: 'Appel entrant', OUT: 'Appel sortant' },
  writeDown: 'Consigner',
  writeDownOf: 'Consigner l’appel avec {name} comme rencontre',
  writtenDown: 'consigné',
  dismiss: 'Masquer l’appel avec {name}',
  candidates: 'Qui pourrait appeler',
  reason: {
    EXACT: 'ce numéro',
    SHARED: 'partage ce numéro',
    HOUSEHOLD: 'même ménage',
    COMPANY: 'même racine de numéro',
    SIGNATURE: 'numéro dans un e-mail',
  },
  addNumber: 'Ajouter le numéro à ce contact',
  numberAdded: 'Numéro ajouté',
  callBack: {
    label: 'Rappeler…',
    of: 'Rappeler : tâche au sujet de {name}',
    title: 'Rappeler {name}',
    todo: 'Rappeler : {number}',
    field: { title: 'Tâche', flame: 'Flamme' },
    unnamed: 'Rien de commandé encore',
    noFlame: 'Une tâche appartient à une flamme, et {name} n’en a pas d’ouverte.',
    save: 'Ajouter la tâche',
    saveAtNew: 'Ajouter une flamme et la tâche',
    added: 'Tâche ajoutée, à faire aujourd’hui',
  },
} satisfies Like<typeof german>
