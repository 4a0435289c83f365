export default {
  code: 'DE',
  title: 'Anmelden',
  username: 'Benutzername',
  password: 'Passwort',
  submit: 'Anmelden',
  language: 'Sprache',
  required: 'Das Feld wird benötigt',
  maxLength: 'Das Feld darf max {length} Zeichen besitzen',
  secondFactor: 'Code',
  secondFactorHint:
    'Bitte geben Sie den Code Ihrer Authentifizierungs-App oder einen Ihrer Wiederherstellungscodes ein.',
  back: 'Zurück',
  waiting_one: 'Zu viele Fehlversuche. Der nächste Versuch ist in {seconds} Sekunde möglich.',
  waiting_other: 'Zu viele Fehlversuche. Der nächste Versuch ist in {seconds} Sekunden möglich.',
  waitingQueued_one: 'Zu viele Fehlversuche. Sie werden in {seconds} Sekunde angemeldet, bitte warten…',
  waitingQueued_other: 'Zu viele Fehlversuche. Sie werden in {seconds} Sekunden angemeldet, bitte warten…',
  waitingLabel: 'Wartezeit',
  locked:
    'Zu viele Fehlversuche. Die Anmeldung ist gesperrt, bis ein Administrator sie freigibt oder 15 Minuten vergangen sind.',
  lockedButton: 'Gesperrt',
  noAnswer: 'Der Server antwortet nicht. Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
}
