import type { AppointmentMailKind } from '#contract/calendars/appointment-mail'
import type { Language } from '#contract/limits'

interface Words {
  readonly subject: string
  readonly lines: readonly string[]
}

/**
 * Texts of the product for messages without a chosen template; the signature adds the closing phrase. `CHANGE` confirms
 * an appointment whose earlier time, place or title was confirmed before.
 */
export const ownWords: Record<Language, Record<AppointmentMailKind | 'CHANGE', Words>> = {
  DE: {
    CONFIRMATION: {
      subject: 'Ihr Termin am {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Gerne bestätigen wir Ihren Termin:', 'facts'],
    },
    CHANGE: {
      subject: 'Geändert: Ihr Termin am {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Ihr Termin ist geändert. Neu gilt:', 'facts'],
    },
    CANCELLATION: {
      subject: 'Ihr Termin am {{appointmentStart}} ist abgesagt',
      lines: ['{{contactSalutation}}', 'Dieser Termin findet nicht statt:', 'facts'],
    },
    REMINDER: {
      subject: 'Erinnerung: Ihr Termin am {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Gerne erinnern wir Sie an Ihren Termin:', 'facts'],
    },
  },
  EN: {
    CONFIRMATION: {
      subject: 'Your appointment on {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'We are pleased to confirm your appointment:', 'facts'],
    },
    CHANGE: {
      subject: 'Changed: your appointment on {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Your appointment has changed. It now takes place as follows:', 'facts'],
    },
    CANCELLATION: {
      subject: 'Your appointment on {{appointmentStart}} is cancelled',
      lines: ['{{contactSalutation}}', 'This appointment does not take place:', 'facts'],
    },
    REMINDER: {
      subject: 'Reminder: your appointment on {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'We would like to remind you of your appointment:', 'facts'],
    },
  },
  FR: {
    CONFIRMATION: {
      subject: 'Votre rendez-vous du {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Nous avons le plaisir de confirmer votre rendez-vous :', 'facts'],
    },
    CHANGE: {
      subject: 'Modifié : votre rendez-vous du {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Votre rendez-vous a changé. Voici ce qui est valable désormais :', 'facts'],
    },
    CANCELLATION: {
      subject: 'Votre rendez-vous du {{appointmentStart}} est annulé',
      lines: ['{{contactSalutation}}', 'Ce rendez-vous n’aura pas lieu :', 'facts'],
    },
    REMINDER: {
      subject: 'Rappel : votre rendez-vous du {{appointmentStart}}',
      lines: ['{{contactSalutation}}', 'Nous vous rappelons votre rendez-vous :', 'facts'],
    },
  },
}

export const reasonWord: Record<Language, string> = { DE: 'Grund', EN: 'Reason', FR: 'Motif' }
export const appointmentWord: Record<Language, string> = { DE: 'Termin', EN: 'Appointment', FR: 'Rendez-vous' }
