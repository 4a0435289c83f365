import type de from '../de/failure.ts'
import type { Like } from '../like.ts'

export default {
  load: {
    title: 'Cette page n’a pas pu être chargée',
    message:
      'La connexion est interrompue ou il existe une nouvelle version. La page se rechargera d’elle-même dans {seconds} secondes.',
  },
  away: {
    title: 'Pas de connexion',
    message:
      'Cette partie n’était pas encore chargée, et le serveur n’est pas joignable. Dès qu’il le sera, la page sera chargée.',
  },
  broken: {
    title: 'Cette page ne peut pas être affichée',
    message: 'Une erreur s’est produite. Veuillez réessayer ou recharger la page.',
  },
  notFound: {
    title: 'Cette page n’existe pas',
    message: 'L’adresse ne mène à aucune page.',
    home: 'Vers la page d’accueil',
  },
  retry: 'Réessayer',
  reload: 'Recharger',
} satisfies Like<typeof de>
