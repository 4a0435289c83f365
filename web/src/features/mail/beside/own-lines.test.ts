import { expect, it } from 'vitest'
import { ownLines } from './own-lines.ts'

it.each([
  'Am 01.02.2026 08:30 schrieb Firma <info@example.test>:',
  'Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Anna Muster <\nanna@example.org>:',
  'Am Montag, 2. November 2026 um 10:00:12 MEZ hat Anna Muster <anna@example.org> Folgendes geschrieben:',
  'Am Montag, 2. November 2026 um 10:00:12 MEZ hat Anna Muster <anna@example.org>\nFolgendes geschrieben:',
  'On Mon, Nov 2, 2026 at 10:00 AM Anna Muster <anna@example.org>\nwrote:',
  'Le lun. 2 nov. 2026 à 10:00, Anna Muster <anna@example.org> a\nécrit :',
  'Le 02.11.2026 à 10:00, Anna a écrit\u00a0:',
  'Il giorno lun 2 nov 2026 alle ore 10:00 Anna <anna@example.org> ha scritto:',
  'Anna Muster <anna@example.org> schrieb am Mo., 2. Nov. 2026, 10:00:',
  '2026-11-02 10:00 GMT+01:00 Anna Muster <anna@example.org>:',
  'Von: Anna <anna@example.org>\nGesendet: Montag',
  'Von: Anna <anna@example.org>\n\nGesendet: Montag',
  '*Von:* Anna <anna@example.org>\n*Gesendet:* Montag',
  'Gesendet: Montag, 02. November 2026 um 10:00 Uhr\nVon: "Anna" <anna@example.org>',
  'De : Anna <anna@example.org>\nEnvoyé : lundi',
  'Da: Anna <anna@example.org>\nInviato: lunedì',
  '-------- Message transféré --------',
  '-----Ursprüngliche Nachricht-----',
  '________________________________',
  '> zitiert',
])('lines below «%s» are not by the sender', (begins) => {
  expect(ownLines(`Ja, gerne.\n\n${begins}\nFirma Holz AG`)).toEqual(['Ja, gerne.', ''])
})

it.each([
  'Am Montag habe ich geschrieben:',
  'Wie Anna am Montag schrieb:',
  'Von: Hand gemacht',
  'Von Zug nach Bern\nAn: Anna',
  'Am 2. November sind wir da.\nSie schrieb:',
])('«%s» does not begin a quote', (said) => {
  expect(ownLines(`${said}\n2 Schalen`).at(-1)).toBe('2 Schalen')
})
