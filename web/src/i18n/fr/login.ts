import type de from '../de/login.ts'
import type { Like } from '../like.ts'

export default {
  code: 'FR',
  title: 'Connexion',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  submit: 'Se connecter',
  language: 'Langue',
  required: 'Ce champ est obligatoire',
  maxLength: 'Ce champ peut contenir au maximum {length} caractères',
  secondFactor: 'Code',
  secondFactorHint:
    'Veuillez saisir le code de votre application d’authentification ou l’un de vos codes de récupération.',
  back: 'Retour',
  waiting_one: 'Trop de tentatives échouées. La prochaine tentative sera possible dans {seconds} seconde.',
  waiting_other: 'Trop de tentatives échouées. La prochaine tentative sera possible dans {seconds} secondes.',
  waitingQueued_one: 'Trop de tentatives échouées. Vous serez connecté dans {seconds} seconde, veuillez patienter…',
  waitingQueued_other: 'Trop de tentatives échouées. Vous serez connecté dans {seconds} secondes, veuillez patienter…',
  waitingLabel: 'Temps d’attente',
  locked:
    'Trop de tentatives échouées. La connexion est bloquée jusqu’à ce qu’un administrateur la débloque ou que 15 minutes soient écoulées.',
  lockedButton: 'Bloqué',
  noAnswer: 'Le serveur ne répond pas. Veuillez vérifier la connexion et réessayer.',
} satisfies Like<typeof de>
