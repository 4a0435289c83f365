export default {
  title: 'Bezeichnung',
  add: '{one} hinzufügen',
  edit: 'Bearbeiten',
  editTitle: '{one} bearbeiten',
  save: 'Speichern',
  cancel: 'Abbrechen',
  empty: 'Noch keine Einträge',
  remove: {
    ok: 'Löschen',
    title: '{one} löschen',
    message: '{one} «{name}» löschen?',
    done: '«{name}» gelöscht',
    undo: 'Rückgängig',
  },
  sectors: { title: 'Branchen', one: 'Branche' },
}
