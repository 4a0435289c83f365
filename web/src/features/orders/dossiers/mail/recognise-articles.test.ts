import { expect, it } from 'vitest'
import { recogniseArticles, type Titled } from './recognise-articles.ts'

const named = (kind: Titled['kind'], titles: string[]): Titled[] => titles.map((title) => ({ id: title, title, kind }))
const products = [
  ...named('PRODUCT', [
    'Feuerschale Luna 80',
    'Feuerschale Luna 100',
    'Feuerschale Luna 120',
    'Feuerschale Sola 60',
    'Feuerschale Sola 80',
    'Grillschale Stella 90',
    'Grillschale Stella 110',
    'Grillplatte Terra',
    'Feuersäule Aura',
  ]),
  ...named('ACCESSORY', [
    'Abdeckhaube Luna 80',
    'Abdeckhaube Luna 100',
    'Deckel Stahl 100',
    'Funkenschutz 80',
    'Grillrost Edelstahl',
    'Dreibein mit Kette',
    'Schürhaken',
    'Grillzange',
    'Feuerhandschuhe',
    'Pflegeöl 500 ml',
  ]),
]

/** The articles expected for each message; empty if nothing may be suggested. */
const mails: readonly (readonly [text: string, asked: readonly string[]])[] = [
  ['Was kosten zwei Schalen Luna 80, geliefert nach Zug?', ['2 × Feuerschale Luna 80']],
  ['Guten Tag\nGerne bestelle ich eine Feuerschale Luna 100.', ['1 × Feuerschale Luna 100']],
  ['Bitte senden Sie uns eine Offerte für 3 Stück Stella 90.', ['3 × Grillschale Stella 90']],
  ['Wir brauchen 2x Luna 80 und 1x Abdeckhaube Luna 80.', ['2 × Feuerschale Luna 80', '1 × Abdeckhaube Luna 80']],
  ['Ich hätte gern die Feuerschale Lnua 80.', ['1 × Feuerschale Luna 80']],
  ['Vier Feuerschalen Sola 60 für unser Hotel, bitte.', ['4 × Feuerschale Sola 60']],
  ['Luna 120: 2 Stk.\nGrillrost Edelstahl: 2 Stk.', ['2 × Feuerschale Luna 120', '2 × Grillrost Edelstahl']],
  [
    'Bestellung:\n- 1 Grillplatte Terra\n- 2 Schürhaken\n- 1 Grillzange',
    ['1 × Grillplatte Terra', '2 × Schürhaken', '1 × Grillzange'],
  ],
  ['Ist die Stella mit 110 cm an Lager?', ['1 × Grillschale Stella 110']],
  ['Quel est le prix pour deux Luna 100 ?', ['2 × Feuerschale Luna 100']],
  ['Could you send a quote for 5 pcs Sola 80?', ['5 × Feuerschale Sola 80']],
  ['Haben Sie zwölf Feuerschalen Luna 80 bis im Juni?', ['12 × Feuerschale Luna 80']],
  [
    'Wir möchten eine Offerte für die Luna 80cm mit Funkenschutz 80.',
    ['1 × Feuerschale Luna 80', '1 × Funkenschutz 80'],
  ],
  ['Interesse an der Feuersäule Aura', ['1 × Feuersäule Aura']],
  ['Zehn Grillschallen Stella 90 als Kundengeschenk', ['10 × Grillschale Stella 90']],
  ['Ich suche eine Abdeckhaube für Luna 100.', ['1 × Abdeckhaube Luna 100']],
  ['Wir interessieren uns für «Feuerschale Luna 80». Was kostet sie?', ['1 × Feuerschale Luna 80']],
  ['Zwei Dreibeine mit Kette, bitte.', ['2 × Dreibein mit Kette']],
  ['Bitte noch 2 Flaschen Pflegeöl 500 ml dazu.', ['2 × Pflegeöl 500 ml']],
  ['Preis Luna 100 und Luna 80?', ['1 × Feuerschale Luna 100', '1 × Feuerschale Luna 80']],
  ['Gibt es die Feuerhandschuhe auch in Grösse S?', []],
  ['Wir haben bereits eine Luna 80 und sind sehr zufrieden.', []],
  ['Meine Stella 90 rostet am Rand. Was kann ich tun?', []],
  ['Die Feuerschale Luna 100 kam beschädigt an.', []],
  ['Bitte stornieren Sie die Luna 120.', []],
  ['Wir wollen keine Luna 80, lieber etwas anderes.', []],
  ['Ich suche ein Ersatzteil für die Luna 80.', []],
  ['Liebe Grüsse von Luna und Stella', []],
  ['Wir treffen uns um 18 Uhr bei Aura Yoga, 80 Personen.', []],
  ['Ich bewerbe mich auf die Stelle 90 % in Ihrer Werkstatt.', []],
  ['Luna hat am 8.10. Geburtstag, sie wird 80.', []],
  ['Der Deckel aus Stahl ist schwer.', []],
  ['Das Angebot über CHF 1200.- nehmen wir an.', []],
  ['Wie gross ist die grösste Feuerschale, 150 cm?', []],
  ['Eine Feuerschale mit 80 cm Durchmesser, was empfehlen Sie?', []],
  ['Haben Sie die Luna 90?', []],
  ['Auf der Rechnung fehlt der Rabatt für die Luna 80.', []],
  ['Wo finde ich die Anleitung zu meiner Grillplatte Terra?', []],
  ['Am Grill verlor ich die Zange und das Öl, 500 ml Wasser halfen.', []],
  ['Solange es regnet, bleibt 80 Prozent der Terrasse leer.', []],
]

/** Messages that mention articles; most of them do not order any. */
const spoken: typeof mails = [
  ['Wir hätten gerne 3 Feuerschalen Luna 80 und 2 Grillzangen.', ['3 × Feuerschale Luna 80', '2 × Grillzange']],
  ['Können Sie mir sagen, was 5 Luna 120er kosten?', ['5 × Feuerschale Luna 120']],
  ['Feuerschalle Lunna 80 - bitte um Preis', ['1 × Feuerschale Luna 80']],
  ['Wann könnten Sie zwei Luna 80 liefern?', ['2 × Feuerschale Luna 80']],
  ['- Sola 60: 3 Stück\n- Pflegeöl 500 ml: 6 Stück', ['3 × Feuerschale Sola 60', '6 × Pflegeöl 500 ml']],
  ['Hallo, ist die Luna 100 noch erhältlich?', ['1 × Feuerschale Luna 100']],
  ['Was kosten vier Schürhaken?', ['4 × Schürhaken']],
  ['We are looking for two Stella 90.', ['2 × Grillschale Stella 90']],
  ['Nous aimerions acheter trois Sola 80.', ['3 × Feuerschale Sola 80']],
  ['Nicht die Luna 80, sondern die Luna 100 bitte.', ['1 × Feuerschale Luna 100']],
  ['Wir hätten lieber die Luna 100 statt der Luna 80.', ['1 × Feuerschale Luna 100']],
  ['Vielen Dank für die Lieferung der Luna 80.', []],
  ['Die Luna 80 ist gestern angekommen, danke!', []],
  ['Vor zwei Jahren bestellten wir bei Ihnen eine Stella 90.', []],
  ['Die Luna 80 ist uns leider zu teuer.', []],
  ['Die Luna 80 brauchen wir nicht.', []],
  ['Wann kommt die Luna 80, die wir bestellt haben?', []],
  ['Ich warte immer noch auf 2 Luna 80.', []],
  ['Bei der Luna 80 fehlt eine Schraube.', []],
  ['Sind 2 Grillzangen im Lieferumfang enthalten?', []],
  ['Ist ein Schürhaken dabei?', []],
  ['Wie reinige ich die Luna 80 richtig?', []],
  ['Passt die Abdeckhaube Luna 80 auch auf eine Sola 80?', []],
  ['Ich brauche 3 Schrauben der Luna 80', []],
  ['Bitte senden Sie mir Fotos der Luna 80.', []],
  ['Die Luna 80 gefällt mir nicht so gut wie die Luna 100.', []],
  ['Ich möchte die Luna 80 umtauschen.', []],
  ['Bei uns stehen jetzt 3 Luna 80 im Garten, wunderschön!', []],
  ['I already own a Luna 80.', []],
  ['Could you tell me how to clean the Luna 80?', []],
  ['La Luna 80 est arrivée hier.', []],
  ['Nous avons reçu 2 Luna 80 au lieu de 3.', []],
]

it('there are forty messages, half of which ask for something', () => {
  expect([mails.length, mails.filter(([, asked]) => asked.length > 0).length]).toEqual([40, 20])
})

it.each([...mails, ...spoken])('%s', (text, asked) => {
  const found = recogniseArticles(text.split('\n'), products)
  expect(found.map(({ title, quantity }) => `${quantity} × ${title}`)).toEqual(asked)
})
