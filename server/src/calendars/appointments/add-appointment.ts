import { type Kysely, sql } from 'kysely'
import type { Appointment, NewAppointment, Person } from '#contract/calendars/appointments'
import { NewContact } from '#contract/contacts/contacts'
import { addContact, readPhone } from '../../contacts/contacts.ts'
import { addEncounter } from '../../contacts/encounters/encounters.ts'
import { spellingsOf } from '../../contacts/spellings/spellings.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { fail } from '../../http/problem.ts'
import { tellOfAppointment } from '../webhooks/webhooks.ts'
import { assertParticipants, freeTime } from './checks.ts'
import { getAppointment } from './find-appointment.ts'
import { lockPlace, useHold } from './slots.ts'

/**
 * Books a place in a slot, for a contact or for a person who is found or added; staff may choose any time. Errors:
 * VALIDATION, SLOT_FULL, NOT_FOUND, IN_BIN and MERGED_MEANWHILE of the contact.
 */
export async function addAppointment(ctx: Ctx, booking: NewAppointment): Promise<Appointment> {
  const { slotRef, holdRef, startUtc, participantRefs = [] } = booking
  await assertParticipants(ctx, participantRefs)
  if (slotRef && holdRef) await useHold(ctx, holdRef, { slotRef, startUtc })
  const time = slotRef ? await lockPlace(ctx, { slotRef, startUtc }) : freeTime(ctx, startUtc, booking.endUtc)
  const id = await addEncounter(ctx, await contactFor(ctx, booking), {
    encounterType: 'APPOINTMENT',
    title: booking.title ?? '',
    description: booking.note ?? '',
    originalKnownSince: time.startUtc,
  })
  await ctx.db
    .insertInto('appointment')
    .values({
      id,
      start_at: time.startUtc,
      end_at: time.endUtc,
      place: booking.place ?? '',
      slot_id: time.slotRef,
      participants: [...new Set(participantRefs)],
    })
    .execute()
  const booked = await getAppointment(ctx, id)
  await tellOfAppointment(ctx, 'APPOINTMENT_BOOKED', booked)
  return booked
}

async function contactFor(ctx: Ctx, { contactRef, person }: NewAppointment): Promise<string> {
  if (contactRef && !ctx.actor.byKey) return contactRef
  if (!person) return fail('VALIDATION', { fields: [{ path: 'contactRef', invalid: 'contactRequired' }] })
  const known = await contactOf(ctx.db, person)
  if (known) return known
  if (!ctx.actor.byKey && !ctx.actor.permissions.has('CONTACT_CREATE')) fail('FORBIDDEN')
  return addPerson(ctx, person)
}

/** Returns the contact with the e-mail address, otherwise the one with the phone number. */
async function contactOf(db: Kysely<DB>, { emailAddress, phoneNumber }: Person): Promise<string | undefined> {
  const number = readPhone(phoneNumber)?.number ?? ''
  const { rows } = await sql<{ id: string }>`
    select c.id from (
      select contact_id, 1 as rank from email_address
       where lower(address) = any (${spellingsOf(emailAddress)}::text[]) and shared_email_id is null and not binned
      union all
      select contact_id, 2 from phone_number where number = ${number} and shared_phone_id is null and not binned
    ) as found join contact c on c.id = found.contact_id and c.deleted_at is null
     order by found.rank limit 1`.execute(db)
  return rows[0]?.id
}

/** Remark on a contact that was not entered by staff. */
const mark: Record<'DE' | 'EN' | 'FR', string> = {
  DE: 'Bei einer Terminbuchung angelegt',
  EN: 'Made by the booking of an appointment',
  FR: 'Créé par une réservation de rendez-vous',
}

/** Whether a number is a mobile one, in the countries that the company deals with. */
const isMobile = (typed: string) => /^\+(417[4-9]|491[5-7]|436[5-9]|33[67])/.test(readPhone(typed)?.number ?? '')

async function addPerson(ctx: Ctx, { givenName, surname, emailAddress, phoneNumber }: Person): Promise<string> {
  const contact = NewContact.parse({
    legalType: 'NATURAL',
    // a customer who books gets messages in the language of the page
    ...(ctx.actor.byKey ? { language: ctx.actor.language } : {}),
    givenName,
    surname,
    remarks: mark[ctx.actor.language],
    emailAddresses: emailAddress ? [{ address: emailAddress }] : [],
    phoneNumbers: phoneNumber ? [{ type: isMobile(phoneNumber) ? 'MOBILE' : 'LANDLINE', number: phoneNumber }] : [],
  })
  const { id, answer } = await addContact(ctx, contact, {})
  await answer.ask(ctx.db)
  return id
}
