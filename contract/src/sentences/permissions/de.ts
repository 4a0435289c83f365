/** Names of permissions: an area with a verb, or a name of their own. */
export const de = {
  verb: { READ: 'Lesen', CREATE: 'Anlegen', MODIFY: 'Ändern', DELETE: 'Löschen' },
  area: {
    FLAME: 'Flammen',
    PROJECT: 'Projekte',
    TASKBOARD: 'Taskboards',
    TODO: 'To-dos',
    ENCOUNTER: 'Begegnungen',
    CONTACT: 'Kontakte',
    EMAIL: 'E-Mails',
    USER: 'Benutzer',
    CONTACT_DOCUMENTS: 'Kontaktdokumente',
    COMMENTS: 'Kommentare',
  },
  single: {
    PROXY_FLAME: 'Stellvertretung bei Flammen',
    PROXY_PROJECT: 'Stellvertretung bei Projekten',
    GENERAL_ADMIN_FUNCTIONS: 'Verwaltung und Stammdaten',
    ADMIN_PROJECT: 'Projekte verwalten',
    VIEW_DASHBOARDS: 'Dashboards ansehen',
  },
}
