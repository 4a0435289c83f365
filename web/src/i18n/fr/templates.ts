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
    inUse:
      'Des e-mails sur les rendez-vous sont écrits avec le modèle « {name} ». Veuillez d’abord y en choisir un autre.',
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
  letterhead: {
    title: 'En-tête',
    saved: 'En-tête enregistré',
    about:
      'Figure sur le dossier, le bulletin de livraison, les étiquettes de caisses et la liste du jour. Ce qui est vide n’y figure pas.',
    sender: 'Expéditeur',
    senderHint: 'Nom, rue, localité : 6 lignes au maximum, la première en gras',
    footer: 'Pied de page',
    footerHint: 'Par exemple compte bancaire, numéro de TVA, adresse web : 3 lignes et 400 caractères au maximum',
    logo: 'Logo',
    drop: 'Déposer le logo ici ou le choisir',
    dropHint: 'PNG, JPEG, WebP ou SVG ; réduit à {pixels} pixels au maximum',
    remove: 'Supprimer le logo',
    kept: 'Logo enregistré',
    removed: 'Logo supprimé',
    unreadable: 'Cette image ne peut pas être lue.',
    notDrawn: 'L’aperçu ne peut pas être dessiné.',
  },
} satisfies Like<typeof de>
