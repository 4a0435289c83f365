export default {
  inField: '{username} bearbeitet das Feld «{label}».',
  editing: '{username} bearbeitet das gerade.',
  viewing_one: '{names} ist auch hier.',
  viewing_other: '{names} sind auch hier.',
}
