export default {
  load: {
    title: 'Diese Seite konnte nicht geladen werden',
    message:
      'Die Verbindung ist unterbrochen, oder es gibt eine neue Version. Die Seite wird in {seconds} Sekunden von selbst neu geladen.',
  },
  away: {
    title: 'Keine Verbindung',
    message:
      'Dieser Teil war noch nicht geladen, und der Server ist nicht erreichbar. Sobald er es wieder ist, wird die Seite geladen.',
  },
  broken: {
    title: 'Diese Seite kann nicht angezeigt werden',
    message: 'Dabei ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal oder laden Sie die Seite neu.',
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    message: 'Die Adresse führt zu keiner Seite.',
    home: 'Zur Startseite',
  },
  retry: 'Erneut versuchen',
  reload: 'Neu laden',
}
