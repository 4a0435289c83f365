import type { Language } from '#contract/limits'
import { defaultTimeZone } from '#contract/limits'
import { pathTo } from '#contract/routes'
import { encodeText } from '../../files/html-text.ts'
import type { Ctx } from '../../http/context.ts'
import { type OutgoingEmail, prepareProductMessage } from '../../mail/outgoing/outgoing.ts'
import { bookingLimits } from './limits.ts'
import type { Page } from './page.ts'

interface Words {
  readonly subject: string
  readonly greeting: string
  readonly asked: string
  readonly confirm: string
  readonly kept: string
  readonly strange: string
  readonly locale: string
}

const words: Record<Language, Words> = {
  DE: {
    subject: 'Bitte bestätigen Sie Ihren Termin am {at}',
    greeting: 'Guten Tag',
    asked: 'Mit dieser E-Mail-Adresse wurde ein Termin am {at} angefragt. Er gilt erst, wenn Sie ihn bestätigen:',
    confirm: 'Termin bestätigen',
    kept: 'Wir halten den Platz {minutes} Minuten frei. Mit demselben Link können Sie den Termin später verschieben oder absagen.',
    strange: 'Haben Sie nichts angefragt? Dann brauchen Sie nichts zu tun.',
    locale: 'de-CH',
  },
  EN: {
    subject: 'Please confirm your appointment on {at}',
    greeting: 'Good day',
    asked: 'An appointment on {at} was asked for with this e-mail address. It counts once you confirm it:',
    confirm: 'Confirm the appointment',
    kept: 'We keep the place for {minutes} minutes. With the same link you can move or cancel the appointment later.',
    strange: 'You did not ask for it? Then there is nothing to do.',
    locale: 'en-GB',
  },
  FR: {
    subject: 'Veuillez confirmer votre rendez-vous du {at}',
    greeting: 'Bonjour',
    asked:
      'Un rendez-vous le {at} a été demandé avec cette adresse e-mail. Il ne compte qu’une fois que vous l’aurez confirmé :',
    confirm: 'Confirmer le rendez-vous',
    kept: 'Nous gardons la place pendant {minutes} minutes. Le même lien vous permettra de déplacer ou d’annuler le rendez-vous.',
    strange: 'Vous n’avez rien demandé ? Alors vous n’avez rien à faire.',
    locale: 'fr-FR',
  },
}

/** Prepares the message with the link, without any typed text, so that it cannot be used to write to others. */
export function prepareLink(
  ctx: Ctx,
  { mailboxId, origin }: Page,
  { address, token, startUtc }: { address: string; token: string; startUtc: string },
): Promise<OutgoingEmail> {
  const said = words[ctx.actor.language]
  const when = { dateStyle: 'full', timeStyle: 'short', timeZone: defaultTimeZone } as const
  const values = {
    at: new Intl.DateTimeFormat(said.locale, when).format(new Date(startUtc)),
    minutes: String(bookingLimits.keptMinutes),
  }
  const fill = (text: string) => text.replace(/\{(at|minutes)\}/g, (_, name: 'at' | 'minutes') => values[name])
  const link = encodeText(origin + pathTo('bookedAppointment', { token }))
  const lines = [said.greeting, said.asked, said.kept, said.strange].map((line) => `<p>${encodeText(fill(line))}</p>`)
  lines.splice(2, 0, `<p><a href="${link}">${encodeText(said.confirm)}</a></p><p>${link}</p>`)
  return prepareProductMessage(ctx, {
    mailboxId,
    to: { name: '', address },
    subject: fill(said.subject),
    html: `${lines.join('')}<p>{{userSignature}}</p>`,
    documentRefs: [],
    calendar: undefined,
    automatic: true,
  })
}
