import type { Contact } from '#contract/contacts/contacts'
import { clockOf, dayOf } from '#contract/endpoint'
import type { Language } from '#contract/limits'
import { type KnownField, knownFieldNames, knownFields } from '#contract/lists/placeholders'
import type { Dossier } from '#contract/orders/dossiers'
import type { User } from '#contract/users/users'
import type { Project } from '#contract/work/projects'
import type { TemplateData } from './render-template.ts'

/** Returns the fields of a contact for templates, by default in the contact's language. */
export function contactData(contact: Contact, language: Language = contact.language): TemplateData {
  return {
    contactSalutation: salutationLine(contact, language),
    contactFullName: contact.fullName,
    contactGivenName: contact.givenName,
    contactSurname: contact.surname,
    contactCompany: contact.companyName,
  }
}

type DossierDates = Pick<
  Dossier,
  'selfPickupAt' | 'pickupDate' | 'deliveryDate' | 'purchasePickupDate' | 'paymentPeriod'
>

/** Returns the fields of a dossier for templates; placeholders of dates that are not set stay. */
export function dossierData(dossier: DossierDates): TemplateData {
  return knownDates({
    dossierSelfPickup: dossier.selfPickupAt,
    dossierPickup: dossier.pickupDate,
    dossierDelivery: dossier.deliveryDate,
    dossierPickupPurchase: dossier.purchasePickupDate,
    dossierPaymentPeriod: dossier.paymentPeriod,
  })
}

export type ProjectDates = Pick<Project, 'start' | 'finished'>

/** Returns the fields of a project for templates. */
export const projectDates = ({ start, finished }: ProjectDates): TemplateData =>
  knownDates({ projectStart: start, projectEnd: finished })

function knownDates(dates: Partial<Record<KnownField, string | null>>): TemplateData {
  const known = Object.entries(dates).flatMap(([name, at]) => (at ? [[name, withoutMidnight(at)]] : []))
  return Object.fromEntries(known)
}

/** Values of a to-do that templates show. */
export interface TodoTexts {
  readonly title: string
  readonly activities: string
  readonly feedback: string
  readonly start: string | null
}

/** Returns the fields of a to-do for templates; the placeholder of a missing start stays. */
export const todoData = ({ title, activities, feedback, start }: TodoTexts): TemplateData => ({
  todoTitle: title,
  todoActivities: activities,
  todoFeedback: feedback,
  ...(start ? { todoStart: withoutMidnight(start) } : {}),
})

/** Values of an appointment that templates show. */
export interface AppointmentTexts {
  readonly startUtc: string
  readonly endUtc: string
  readonly title: string
  readonly place: string
  readonly reason: string
}

/** Returns the fields of an appointment for templates. */
export const appointmentData = (appointment: AppointmentTexts): TemplateData => ({
  appointmentStart: appointment.startUtc,
  appointmentEnd: appointment.endUtc,
  appointmentTitle: appointment.title,
  appointmentPlace: appointment.place,
  appointmentReason: appointment.reason,
})

/** A time of midnight stands for a day without a time. */
const withoutMidnight = (at: string) => (clockOf(new Date(at)) === '00:00' ? dayOf(new Date(at)) : at)

/** Returns the fields of the user who writes. */
export const userData = (user: Pick<User, 'username' | 'phoneNumber' | 'email'>): TemplateData => ({
  userName: user.username,
  userPhone: user.phoneNumber,
  userEmail: user.email,
})

/** Returns the fields that need no record. */
export const generalData = (now: Date): TemplateData => ({ currentDate: dayOf(now) })

type Addressee = Pick<Contact, 'legalType' | 'salutation' | 'title' | 'surname'>

/** Returns «Sehr geehrte Frau Dr. Frei», or a general salutation if the salutation or surname is missing. */
export function salutationLine({ legalType, salutation, title, surname }: Addressee, language: Language): string {
  const words = salutationWords[language]
  if (legalType === 'LEGAL' || !salutation || surname === '') return words.anybody
  return [words[salutation], title, surname].filter((word) => word !== '').join(' ')
}

const salutationWords: Record<Language, Record<'MR' | 'MS' | 'anybody', string>> = {
  DE: { MR: 'Sehr geehrter Herr', MS: 'Sehr geehrte Frau', anybody: 'Sehr geehrte Damen und Herren' },
  EN: { MR: 'Dear Mr', MS: 'Dear Ms', anybody: 'Dear Sir or Madam' },
  FR: { MR: 'Monsieur', MS: 'Madame', anybody: 'Madame, Monsieur' },
}

// --- samples -------------------------------------------------------------------------------------------------------

/** Returns example values for a preview without records. */
export function sampleData(now: Date, language: Language): Required<TemplateData> {
  const texts = sampleTexts[language]
  return Object.fromEntries(
    knownFieldNames.map((name, index) => [
      name,
      knownFields[name].kind === 'date' ? dayOf(new Date(now.getTime() + (index - 8) * dayInMs)) : texts[name],
    ]),
  ) as Required<TemplateData>
}

const dayInMs = 86_400_000

const sampleTexts: Record<Language, Partial<Record<KnownField, string>>> = {
  DE: {
    contactSalutation: 'Sehr geehrte Frau Muster',
    contactFullName: 'Anna Muster',
    contactGivenName: 'Anna',
    contactSurname: 'Muster',
    contactCompany: 'Muster AG',
    todoTitle: 'Offerte nachfassen',
    todoFeedback: 'Rückmeldung bis Ende Woche',
    todoActivities: 'Anrufen und Termin vereinbaren',
    appointmentTitle: 'Beratung',
    appointmentPlace: 'Ausstellung',
    appointmentReason: 'Krankheit',
  },
  EN: {
    contactSalutation: 'Dear Ms Sample',
    contactFullName: 'Anna Sample',
    contactGivenName: 'Anna',
    contactSurname: 'Sample',
    contactCompany: 'Sample Ltd',
    todoTitle: 'Follow up on the offer',
    todoFeedback: 'Answer by the end of the week',
    todoActivities: 'Call and make an appointment',
    appointmentTitle: 'Consultation',
    appointmentPlace: 'Showroom',
    appointmentReason: 'Illness',
  },
  FR: {
    contactSalutation: 'Madame Modèle',
    contactFullName: 'Anne Modèle',
    contactGivenName: 'Anne',
    contactSurname: 'Modèle',
    contactCompany: 'Modèle SA',
    todoTitle: 'Relancer l’offre',
    todoFeedback: 'Réponse d’ici la fin de la semaine',
    todoActivities: 'Appeler et fixer un rendez-vous',
    appointmentTitle: 'Conseil',
    appointmentPlace: 'Exposition',
    appointmentReason: 'Maladie',
  },
}
