import type { AppointmentMailKind } from '#contract/calendars/appointment-mail'
import type { Language } from '#contract/limits'

/** Texts of the product for messages without a chosen template; the signature adds the closing phrase. */
export const ownWords: Record<Language, Record<AppointmentMailKind, { subject: string; lines: readonly string[] }>> = {
  DE: {
    CONFIRMATION: {
      subject: 'Ihr Termin am {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Gerne bestätigen wir Ihren Termin:', 'facts'],
    },
    CANCELLATION: {
      subject: 'Ihr Termin am {{appointmentStart}} ist abgesagt',
      lines: ['{{contactSalutation}}', 'Dieser Termin findet nicht statt:', 'facts'],
    },
    REMINDER: {
      subject: 'Erinnerung: Ihr Termin am {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Wir freuen uns auf Ihren Besuch:', 'facts'],
    },
  },
  EN: {
    CONFIRMATION: {
      subject: 'Your appointment on {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'We are pleased to confirm your appointment:', 'facts'],
    },
    CANCELLATION: {
      subject: 'Your appointment on {{appointmentStart}} is cancelled',
      lines: ['{{contactSalutation}}', 'This appointment does not take place:', 'facts'],
    },
    REMINDER: {
      subject: 'Reminder: your appointment on {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'We look forward to your visit:', 'facts'],
    },
  },
  FR: {
    CONFIRMATION: {
      subject: 'Votre rendez-vous du {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Nous avons le plaisir de confirmer votre rendez-vous :', 'facts'],
    },
    CANCELLATION: {
      subject: 'Votre rendez-vous du {{appointmentStart}} est annulé',
      lines: ['{{contactSalutation}}', 'Ce rendez-vous n’aura pas lieu :', 'facts'],
    },
    REMINDER: {
      subject: 'Rappel : votre rendez-vous du {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Nous nous réjouissons de votre visite :', 'facts'],
    },
  },
}
