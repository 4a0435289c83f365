/** Templates of messages; `document` is a shared document to attach. */
export const demoTemplates: readonly { title: string; subject: string; content: string; document?: string }[] = [
  {
    title: 'Offerte',
    subject: 'Ihre Offerte vom {{currentDate}}',
    content: `<p>{{contactSalutation}}</p>
      <p>Vielen Dank für Ihr Interesse an unseren Feuerschalen. Gerne unterbreiten wir Ihnen unsere Offerte; sie gilt bis am {{currentDate|addDays:30}}.</p>
      <p>Bei Fragen sind wir gerne für Sie da.</p>{{userSignature}}`,
    document: 'Verkaufsliste 2026.pdf',
  },
  {
    title: 'Auftragsbestätigung',
    subject: 'Ihr Auftrag für {{contactFullName}}',
    content: `<p>{{contactSalutation}}</p>
      <p>Herzlichen Dank für Ihren Auftrag. Wir liefern voraussichtlich am <strong>{{dossierDelivery}}</strong>. Bitte überweisen Sie den Betrag bis am {{dossierPaymentPeriod}}.</p>{{userSignature}}`,
    document: 'Allgemeine Geschäftsbedingungen.pdf',
  },
  {
    title: 'Lieferung angekündigt',
    subject: 'Ihre Feuerschale kommt am {{dossierDelivery}}',
    content: `<p>{{contactSalutation}}</p>
      <p>Ihre Feuerschale verlässt am {{dossierPickup}} unsere Werkstatt und ist am {{dossierDelivery}} bei Ihnen. Die Spedition meldet sich vorher telefonisch.</p>
      <ul><li>Die Lieferung erfolgt bis zur Bordsteinkante.</li><li>Bitte sorgen Sie dafür, dass zwei Personen vor Ort sind.</li></ul>{{userSignature}}`,
    document: 'Aufbauanleitung Luna.pdf',
  },
  {
    title: 'Bereit zum Abholen',
    subject: 'Ihre Bestellung liegt bereit',
    content: `<p>{{contactSalutation}}</p>
      <p>Ihre Bestellung liegt ab dem {{dossierSelfPickup}} für Sie bereit. Bitte bringen Sie ein Fahrzeug mit genügend Ladefläche und Spanngurte mit.</p>{{userSignature}}`,
  },
  {
    title: 'Nachfrage nach der Lieferung',
    subject: 'Brennt das erste Feuer schon?',
    content: `<p>{{contactSalutation}}</p>
      <p>Seit dem {{dossierDelivery}} steht die Feuerschale bei Ihnen. Wir hoffen, dass Sie schon schöne Abende daran verbracht haben, und freuen uns über ein Bild.</p>
      <p><img src="/api/image-gallery/Abendstimmung.png" alt="Abendstimmung" /></p>{{userSignature}}`,
    document: 'Stahl richtig pflegen.pdf',
  },
]

export const demoSignature =
  '<p>Freundliche Grüsse</p><p><strong>{{userName}}</strong></p><p>Glutwerk Muster AG<br />Feuergasse 1, 3600 Thun<br />{{userPhone}}<br />{{userEmail}}</p>'

/** Documents with their lines; the name becomes the title. */
export const demoDocuments: readonly { name: string; classification: string | null; lines: readonly string[] }[] = [
  {
    name: 'Allgemeine Geschäftsbedingungen.pdf',
    classification: null,
    lines: [
      'Die Ware bleibt bis zur vollständigen Bezahlung Eigentum der Glutwerk Muster AG.',
      'Lieferfristen sind Richtwerte. Mängel sind innert acht Tagen zu melden.',
      'Auf Stahl gewähren wir zehn Jahre Garantie gegen Durchrosten.',
    ],
  },
  {
    name: 'Verkaufsliste 2026.pdf',
    classification: 'Preislisten',
    lines: [
      'Feuerschale Luna 80     CHF 890.00',
      "Feuerschale Luna 100    CHF 1'190.00",
      "Feuerschale Luna 120    CHF 1'590.00",
      "Grillschale Stella 90   CHF 1'450.00",
      'Abdeckhaube Luna 100    CHF 145.00',
    ],
  },
  {
    name: 'Aufbauanleitung Luna.pdf',
    classification: 'Anleitungen',
    lines: [
      '1. Den Untergrund ebnen; mindestens drei Meter Abstand zu Brennbarem halten.',
      '2. Den Fuss aufstellen und mit der Wasserwaage ausrichten.',
      '3. Die Schale zu zweit aufsetzen.',
      '4. Das erste Feuer klein halten, damit sich die Patina bildet.',
    ],
  },
  {
    name: 'Stahl richtig pflegen.pdf',
    classification: 'Anleitungen',
    lines: ['Asche nach dem Erkalten entfernen.', 'Zweimal im Jahr mit Pflegeöl einreiben.', 'Im Winter abdecken.'],
  },
]

/** Names of pictures, and the hue of their evening sky in degrees. */
export const demoPictures = [
  { name: 'Abendstimmung.png', hue: 250 },
  { name: 'Feuerschale Luna.png', hue: 215 },
  { name: 'Feuerschale Sola.png', hue: 190 },
  { name: 'Grillschale Stella.png', hue: 280 },
  { name: 'Winterfeuer.png', hue: 230 },
] as const
