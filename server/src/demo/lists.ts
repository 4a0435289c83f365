import type { z } from 'zod'
import { limits } from '#contract/limits'
import type { classificationApi } from '#contract/lists/document-classifications'
import type { masterData, productApi } from '#contract/lists/master-data'
import type { todoPackageApi } from '#contract/lists/todo-packages'
import type { boardApi } from '#contract/orders/boards'
import type { StepRequirement } from '#contract/orders/step-requirements'

type Given<E extends { body: z.ZodType }> = z.input<E['body']>
type Lists = { [Name in keyof typeof masterData]: readonly Given<(typeof masterData)[Name]['add']>[] }

const titled = (...titles: string[]) => titles.map((title) => ({ title }))

/** Plain lists of a company that makes and ships fire bowls; the sectors are added with the contacts. */
export const demoLists: Lists = {
  sectors: [],
  warehouses: titled('Hauptlager', 'Aussenlager Süd', 'Ausstellung', 'Konsignation Händler'),
  forwardingAgencies: titled('Gipfelfracht AG', 'Mittelland-Spedition GmbH', 'Camion Zéphyr SA', 'Kurier Zickzack'),
  deliveryConditions: [
    { title: 'Ab Werk', titleEn: 'Ex works', titleFr: 'Départ usine' },
    { title: 'Frei Bordsteinkante', titleEn: 'Free kerbside', titleFr: 'Franco bord de trottoir' },
    { title: 'Geliefert, unverzollt', titleEn: 'Delivered at place', titleFr: 'Livré au lieu de destination' },
    { title: 'Geliefert, verzollt', titleEn: 'Delivered duty paid', titleFr: 'Livré droits acquittés' },
    { title: 'Selbstabholung', titleEn: 'Collected by customer', titleFr: 'Enlèvement par le client' },
  ],
  paymentConditions: [
    { title: '30 Tage netto', titleEn: '30 days net', titleFr: '30 jours net' },
    {
      title: '10 Tage 2 % Skonto, 30 Tage netto',
      titleEn: '10 days 2% discount, 30 days net',
      titleFr: '10 jours 2 % d’escompte, 30 jours net',
    },
    { title: 'Vorauszahlung', titleEn: 'Payment in advance', titleFr: 'Paiement d’avance' },
    {
      title: '50 % Anzahlung, Rest vor Lieferung',
      titleEn: '50% deposit, balance before delivery',
      titleFr: 'Acompte de 50 %, solde avant livraison',
    },
    { title: 'Bar bei Abholung', titleEn: 'Cash on collection', titleFr: 'Comptant à l’enlèvement' },
  ],
  pallets: [
    pallet('Karton S', [60, 60, 40], 2.4, true),
    pallet('Karton M', [80, 60, 50], 3.1, true),
    pallet('Halbpalette', [80, 60, 100], 12),
    pallet('Europalette mit Rahmen', [120, 80, 95], 27.5),
    pallet('Holzkiste L', [120, 120, 80], 34),
    pallet('Holzkiste XL', [160, 160, 75], 52.5),
    pallet('', [40, 30, 25], 0.8, true),
  ],
  predefinedTimeSlots: [
    ...(['TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const).flatMap((weekday) => [
      { weekday, startTime: '09:00', endTime: '10:30', capacity: 2, validFrom: '2026-01-01' },
      { weekday, startTime: '14:00', endTime: '15:30', capacity: 2, validFrom: '2026-01-01' },
    ]),
    { weekday: 'SATURDAY', startTime: '09:00', endTime: '12:00', capacity: 4, validFrom: '2026-01-01' },
    {
      ...{ weekday: 'THURSDAY', startTime: '17:30', endTime: '19:00', capacity: 3 },
      ...{ validFrom: '2026-04-01', validUntil: '2026-09-30' },
    },
  ],
  timeSlotExceptions: [
    { day: '2026-12-24', reason: 'Heiligabend' },
    { day: '2026-12-31', reason: 'Silvester' },
  ],
  // in addition to the three countries, which every new database has
  holidayRegions: [{ region: 'CH_ZH', closesYard: true }],
  pickupLimits: [{ maxCrates: 14, maxWeightInKg: '4000' }],
  absenceEmails: [
    {
      subject: 'Betriebsferien',
      text: 'Guten Tag\n\nVielen Dank für Ihre Nachricht. Unsere Werkstatt ist bis am 4. Januar geschlossen. Danach melden wir uns gerne bei Ihnen.\n\nFreundliche Grüsse',
      ...{ validFrom: '2026-12-23', validUntil: '2027-01-04' },
    },
  ],
  steelTubes: [
    tube(30, '2', '1.76', '8.20'),
    tube(40, '3', '3.49', '15.40'),
    tube(50, '3', '4.43', '19.10'),
    tube(60, '4', '7.03', '30.50'),
  ],
  woodFrames: [
    wood('Fichte 18 mm', [400, 2400], '18', '8.1', '14.50'),
    wood('Fichte 24 mm', [2401, 4000], '24', '10.8', '18.90'),
    wood('Sperrholz 15 mm', [4001, 6400], '15', '9.75', '27.60'),
  ],
}

/** Returns a pallet; its stored weight includes the share of the forwarding agency. */
function pallet(description: string, [width, depth, height]: [number, number, number], kg: number, kubus = false) {
  return {
    description,
    ...{
      widthInCm: String(width),
      depthInCm: String(depth),
      heightInCm: String(height),
      weightInKg: String(kg + limits.dossier.forwardingAgencyKg),
    },
    combinableWithKubus: kubus,
  }
}

function tube(width: number, wall: string, weight: string, price: string) {
  return {
    title: `Vierkantrohr ${width} × ${width} × ${wall}`,
    ...{ outerWidthInMm: String(width), wallInMm: wall, stockLengthInMm: '6000' },
    ...{ weightPerMetreInKg: weight, pricePerMetre: price },
  }
}

function wood(title: string, [from, to]: [number, number], thickness: string, weight: string, price: string) {
  return {
    title,
    ...{ fromPerimeterInMm: String(from), toPerimeterInMm: String(to), boardThicknessInMm: thickness },
    ...{ weightPerSquareMetreInKg: weight, pricePerSquareMetre: price },
  }
}

/** Products and accessories; `pallet` is the description of their pallet. */
export const demoProducts: readonly (Given<typeof productApi.add> & { pallet?: string })[] = [
  { title: 'Feuerschale Luna 80', weightInKg: '42.5', pallet: 'Europalette mit Rahmen' },
  { title: 'Feuerschale Luna 100', weightInKg: '61', pallet: 'Holzkiste L', mainProduct: true },
  { title: 'Feuerschale Luna 120', weightInKg: '88', pallet: 'Holzkiste XL' },
  { title: 'Feuerschale Sola 60', weightInKg: '24', pallet: 'Halbpalette' },
  { title: 'Feuerschale Sola 80', weightInKg: '39.5', pallet: 'Europalette mit Rahmen' },
  { title: 'Grillschale Stella 90', weightInKg: '72', pallet: 'Holzkiste L' },
  { title: 'Grillschale Stella 110', weightInKg: '96.5', pallet: 'Holzkiste XL' },
  { title: 'Grillplatte Terra', weightInKg: '18.2', pallet: 'Karton M' },
  { title: 'Feuersäule Aura', weightInKg: '33', pallet: 'Halbpalette' },
  { title: 'Feuerschale Nova 70', weightInKg: '31', pallet: 'Europalette mit Rahmen', onsale: false },
  ...accessories([
    ['Abdeckhaube Luna 80', '2.1', 'Karton S'],
    ['Abdeckhaube Luna 100', '2.8', 'Karton S'],
    ['Deckel Stahl 100', '14.6', 'Karton M'],
    ['Funkenschutz 80', '6.3', 'Karton M'],
    ['Grillrost Edelstahl', '5.4', 'Karton M'],
    ['Dreibein mit Kette', '9.8', undefined],
    ['Holzlege Kubus', '27', 'Halbpalette'],
    ['Schürhaken', '1.2', '40 × 30 × 25'],
    ['Grillzange', '0.6', '40 × 30 × 25'],
    ['Ascheschaufel', '0.9', '40 × 30 × 25'],
    ['Feuerhandschuhe', '0.3', '40 × 30 × 25'],
    ['Pflegeöl 500 ml', '0.6', '40 × 30 × 25'],
    ['Bodenplatte Granit', '38', 'Halbpalette'],
  ]),
]

function accessories(lines: readonly [string, string, string | undefined][]) {
  return lines.map(([title, weightInKg, on]) => ({ title, weightInKg, pallet: on, kind: 'ACCESSORY' as const }))
}

const grey = '#5a5e64'
const [amber, red, green, blue] = ['#b8862f', '#b3482e', '#3f7d4e', '#3a6ea5']

export const demoBoards: readonly Given<typeof boardApi.add>[] = [
  {
    title: 'Verkauf',
    steps: steps(
      ['Anfrage', blue],
      ['Offerte', amber],
      ['Auftrag', red, 'SAP_NUMBER'],
      ['Versandbereit', grey, 'PICKUP_DATE', 'AVIS_PHONE', 'AVIS_EMAIL', 'PACKAGES_CURRENT'],
      ['Geliefert', green, 'UID_VERIFIED_IF_TAX_FREE'],
    ),
  },
  {
    title: 'Händler',
    steps: steps(['Erstkontakt', blue], ['Muster', amber], ['Bestellung', red], ['Nachfassen', grey]),
  },
  { title: 'Service', steps: steps(['Eingang', blue], ['Abklärung', amber], ['In Arbeit', red], ['Erledigt', green]) },
  {
    kind: 'PROJECT',
    title: 'Messen und Anlässe',
    steps: steps(['Idee', grey], ['Planung', blue], ['Umsetzung', amber], ['Abschluss', green]),
  },
  {
    kind: 'PROJECT',
    title: 'Neue Produkte',
    steps: steps(['Skizze', grey], ['Prototyp', blue], ['Test', amber], ['Serie', green]),
  },
]

function steps(...named: [string, string, ...StepRequirement[]][]) {
  return named.map(([title, colour, ...requires]) => ({ title, colour, requires }))
}

export const demoLockedDates = ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01', '2027-05-14']

/** With `adminsOnly` no other role sees documents of the class. */
export const demoClassifications: readonly (Given<typeof classificationApi.add> & { adminsOnly?: true })[] = [
  { title: 'Preislisten' },
  { title: 'Anleitungen' },
  { title: 'Bilder' },
  { title: 'Verträge', adminsOnly: true },
]

export const demoTodoPackages: readonly Given<typeof todoPackageApi.add>[] = [
  {
    title: 'Lieferung im Inland',
    todos: [
      { title: 'Spedition bestellen', startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 5 },
      { title: 'Ware bereitstellen', startFrom: 'DOSSIER_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 1 },
      { title: 'Liefertermin ankündigen', startFrom: 'DOSSIER_DELIVERY', startOperator: 'SUBTRACT_DAYS', startDays: 2 },
      {
        title: 'Nachfragen, ob alles gut angekommen ist',
        activities: 'Anrufen und nach Fotos der Feuerstelle fragen.',
        ...{ startFrom: 'DOSSIER_DELIVERY', startDays: 7 },
      },
    ],
  },
  {
    title: 'Selbstabholung',
    todos: [
      { title: 'Ware bereitstellen', startFrom: 'DOSSIER_SELF_PICKUP', startOperator: 'SUBTRACT_DAYS', startDays: 1 },
      { title: 'Einweisung am Feuer', startFrom: 'DOSSIER_SELF_PICKUP', activities: 'Anfeuern, Pflege, Abdeckhaube.' },
      { title: 'Zahlungseingang prüfen', startFrom: 'DOSSIER_PAYMENT_PERIOD', startDays: 1 },
    ],
  },
  {
    title: 'Messeauftritt',
    todos: [
      { title: 'Stand buchen', startFrom: 'PROJECT_START' },
      {
        title: 'Holz und Anzündmaterial bestellen',
        startFrom: 'PROJECT_END',
        startOperator: 'SUBTRACT_DAYS',
        startDays: 14,
      },
      { title: 'Kontakte der Messe erfassen', startFrom: 'PROJECT_END', startDays: 2 },
    ],
  },
]
