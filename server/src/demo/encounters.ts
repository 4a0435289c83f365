import type { EncounterType } from '#contract/contacts/encounters'
import { demoId } from './contacts.ts'
import { randomFrom } from './random.ts'

/** One contact in `every` has encounters, one to `most` of them; the very first contact has `many`. */
const every = 6
const many = 2000
const most = 30

export interface DemoEncounter {
  readonly id: string
  readonly contact_id: string
  readonly encounter_type: EncounterType
  readonly title: string
  readonly description: string
  readonly original_known_since: string
  readonly assignee_id: string
  readonly created_by: string
}

/** Yields encounters of the demo contacts until `now`; the same seed yields the same ones. */
export function* demoEncounters(
  contactCount: number,
  users: readonly string[],
  now: Date,
  seed = 2,
): Generator<DemoEncounter> {
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }
  for (let index = 0; index < contactCount; index += every) {
    // the cube makes small numbers frequent
    const count = index === 0 ? many : 1 + Math.floor(random() ** 3 * most)
    const days = index === 0 ? 6 * 365 : 60 + Math.floor(random() * 4 * 365)
    for (let at = 0; at < count; at++) {
      const user = pick(users)
      yield {
        id: demoId(index, 'encounter', at),
        contact_id: demoId(index),
        ...told(pick),
        original_known_since: workingTime(now, random() * days, random()),
        assignee_id: user,
        created_by: user,
      }
    }
  }
}

/** Returns an instant in office hours, not on a Sunday. */
function workingTime(now: Date, daysAgo: number, hour: number): string {
  const day = new Date(now.getTime() - daysAgo * 86_400_000)
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() - 2)
  day.setUTCHours(6 + Math.floor(hour * 9), Math.floor(((hour * 9) % 1) * 12) * 5, 0, 0)
  return (day < now ? day : now).toISOString()
}

type Choose = <T>(from: readonly T[]) => T

function told(pick: Choose): Pick<DemoEncounter, 'encounter_type' | 'title' | 'description'> {
  const type = pick(types)
  const thing = pick(things)
  if (type === 'EMAIL_INCOMING') return { encounter_type: type, ...mail(pick(incoming), thing, pick) }
  if (type === 'EMAIL_OUTGOING') return { encounter_type: type, ...mail(pick(outgoing), thing, pick) }
  const text = pick(texts[type] ?? texts.TELEPHONE ?? []).replaceAll('{thing}', thing)
  const more = pick(['', '', ` ${pick(next)}`, `\n${pick(next)}`, ` ${pick(next)} ${pick(next)}`])
  return { encounter_type: type, title: '', description: text + more }
}

function mail([subject, text]: readonly [string, string], thing: string, pick: Choose) {
  const lines = [pick(greetings), text.replaceAll('{thing}', thing), pick(next), 'Freundliche Grüsse']
  return {
    title: subject.replaceAll('{thing}', thing),
    description: lines.map((line) => `<p>${line}</p>`).join(''),
  }
}

const types: readonly EncounterType[] = [
  ...Array<EncounterType>(9).fill('TELEPHONE'),
  ...Array<EncounterType>(4).fill('EMAIL_INCOMING'),
  ...Array<EncounterType>(4).fill('EMAIL_OUTGOING'),
  'FACE_TO_FACE',
  'FACE_TO_FACE',
  'POST',
  'POST',
  'APPOINTMENT',
  'FAX',
]

const things = [
  'Feuerschale 80 cm',
  'Feuerring 100 cm',
  'Grillplatte aus Stahl',
  'Abdeckhaube',
  'Holzlege',
  'Rost aus Edelstahl',
  'Ersatzsockel',
  'Funkenschutz',
]

const texts: Partial<Record<EncounterType, readonly string[]>> = {
  TELEPHONE: [
    'Fragt nach dem Liefertermin: {thing}.',
    'Möchte eine Offerte ({thing}), Lieferung vor Ostern.',
    'Sehr zufrieden mit der Lieferung ({thing}), empfiehlt uns weiter.',
    'Hat beim Auspacken einen Kratzer bemerkt ({thing}). Fotos folgen per E-Mail.',
    'Nicht erreicht, auf den Anrufbeantworter gesprochen.',
    'Erkundigt sich nach Reinigung und Pflege: {thing}.',
    'Rechnung noch offen, zahlt bis Ende Monat.',
    'Neue Telefonnummer und neue Lieferadresse durchgegeben.',
  ],
  FACE_TO_FACE: [
    'Besuch in der Ausstellung, Beratung zu {thing}.',
    'Gespräch an der Messe, Interesse für den Garten des Restaurants: {thing}.',
    'Abholung im Lager, {thing} verladen und bezahlt.',
  ],
  POST: ['Katalog und Preisliste geschickt.', 'Prospekt verschickt: {thing}.', 'Dankeskarte zum Jahresende geschickt.'],
  APPOINTMENT: ['Termin vor Ort, Aufstellplatz ausmessen: {thing}.', 'Vorführung im Schaugarten: {thing}.'],
  FAX: ['Unterschriebene Auftragsbestätigung erhalten: {thing}.'],
}

const next = [
  'Ruft nächste Woche wieder an.',
  'Wir melden uns mit einem Vorschlag.',
  'Bitte im Frühling nachfassen.',
  'Rückruf am Vormittag gewünscht.',
  'Lieferung frei Haus besprochen, Zufahrt mit Lastwagen möglich.',
  'Wünscht die Rechnung per E-Mail.',
]

const greetings = ['Guten Tag', 'Grüezi', 'Sehr geehrte Damen und Herren']
const incoming: readonly (readonly [string, string])[] = [
  ['Anfrage {thing}', 'Können Sie uns für «{thing}» bitte <b>Preis und Lieferfrist</b> nennen?'],
  ['Reklamation {thing}', 'Leider ist die Lieferung («{thing}») beschädigt angekommen. Die Bilder liegen bei.'],
  ['Bestellung {thing}', 'Hiermit bestelle ich «{thing}» zur Lieferung an meine Adresse.'],
]
const outgoing: readonly (readonly [string, string])[] = [
  ['Ihre Offerte: {thing}', 'Vielen Dank für Ihr Interesse. Die Offerte «{thing}» liegt bei, gültig 30 Tage.'],
  ['Auftragsbestätigung {thing}', 'Gerne bestätigen wir Ihre Bestellung. Sie ist <b>in zwei Wochen</b> bereit.'],
  ['Liefertermin {thing}', 'Wir liefern in der kommenden Woche. Der Fahrer ruft vorher an.'],
]
