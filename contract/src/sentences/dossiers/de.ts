import type { Like } from '../like.ts'

/** Names of the fields of a dossier, on the screen and in print. */
export const de = {
  field: {
    contactRef: 'Kontakt',
    certificateName: 'Name auf dem Zertifikat',
    language: 'Sprache',
    sapOrdernumber: 'SAP-Auftragsnummer',
    pickupDate: 'Abholtermin',
    selfPickupAt: 'Selbstabholung',
    deliveryDate: 'Lieferdatum',
    purchasePickupDate: 'Abholung Einkauf',
    paymentPeriod: 'Zahlungsfrist',
    delivered: 'Geliefert',
    taxFreeDelivery: 'Steuerfreie Lieferung',
    oss: 'OSS',
    paymentConditionRef: 'Zahlungsbedingung',
    deliveryConditionRef: 'Lieferbedingung',
    currency: 'Währung',
    shipmentReference: 'Offertnummer Versand',
    forwardingAgencyRef: 'Spedition',
    notes: 'Notizen',
    noteForArticles: 'Notizen zu den Produkten',
    resellerRef: 'Wiederverkäufer',
    deliveryAddressRef: 'Lieferadresse',
    billingAddressRef: 'Rechnungsadresse',
    assigneeRef: 'Zuständig',
    productRef: 'Produkt',
    quantity: 'Anzahl',
    warehouse: 'Lager',
    description: 'Notiz',
    eori: 'EORI',
  },
  section: {
    order: 'Auftrag',
    articles: 'Artikel',
    avis: 'AVIS und Zoll',
    packages: 'Packliste',
  },
  print: {
    dossier: 'Dossier',
    deliveryNote: 'Lieferschein',
    crateLabels: 'Kistenetiketten',
  },
  noAddress: 'keine Adresse gesetzt',
  equalAddresses: 'Lieferadresse entspricht der Rechnungsadresse',
}

export type DossierWords = Like<typeof de>
