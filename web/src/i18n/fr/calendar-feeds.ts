import type german from '../de/calendar-feeds.ts'
import type { Like } from '../like.ts'

export default {
  title: 'S’abonner au calendrier',
  subscribe: 'S’abonner',
  is: 'Votre programme de calendrier montre ce que vous avez à faire dans Glut : d’il y a trois mois à dans un an. Il ne contient ni numéros de téléphone ni adresses e-mail.',
  sources: 'Ce que contient le calendrier',
  source: {
    APPOINTMENTS: 'Mes rendez-vous',
    PICKUPS: 'Enlèvements et livraisons de mes flammes',
    FLAMES: 'Rappels de mes flammes',
    PROJECTS: 'Mes projets',
    TODOS: 'Mes tâches',
  },
  make: 'Créer une adresse',
  once: 'Cette adresse n’est affichée que maintenant. Qui la connaît lit votre calendrier : ne la donnez qu’à votre programme de calendrier.',
  address: 'Adresse',
  copy: 'Copier l’adresse',
  open: 'Ouvrir dans le programme de calendrier',
  made: 'Créée le {at}',
  read: 'lue pour la dernière fois le {at}',
  unread: 'jamais lue',
  renew: 'Nouvelle adresse',
  renewMessage: 'L’adresse actuelle ne mènera plus nulle part. Saisissez la nouvelle partout où se trouve l’ancienne.',
  revoke: 'Révoquer',
  revokeTitle: 'Révoquer l’adresse',
  revokeMessage: 'Les programmes de calendrier avec cette adresse ne montreront plus rien de nouveau.',
  revoked: 'L’adresse est révoquée',
  saved: 'Enregistré',
} satisfies Like<typeof german>
