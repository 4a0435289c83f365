import ical, { type VEvent } from 'node-ical'
import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/calendars/appointments'
import { calendarFeedApi } from '#contract/calendars/feeds'
import { userApi } from '#contract/users/users'
import { absenceApi } from '#contract/work/absences'
import { testApp } from '../../../test/app.ts'
import { contactFactory } from '../../../test/contacts.ts'

// Appointments of absent people: whoever enters one or the other is warned, and the stand-in gets the appointments too.

const { app, as } = await testApp()
const [admin, user] = [as('ADMIN'), as('USER')]
const users = (await admin.call(userApi.list, {})).answer
const idOf = (name: string) => users.find(({ username }) => username === name)?.id ?? ''
const contact = await contactFactory(as)({ surname: 'Feuer' })
const { answer: anna } = await admin.call(userApi.add, {
  body: { username: 'Anna', password: 'geheim-123', roles: ['USER'] },
})

/** The instant that many hours after the next full hour. */
const hours = (count: number) => new Date((Math.floor(Date.now() / 3_600_000) + 1 + count) * 3_600_000).toISOString()
async function book(title: string, from: number, participantRefs = [anna.id]) {
  const body = { contactRef: contact.id, startUtc: hours(from), endUtc: hours(from + 1), title, participantRefs }
  const { answer, status, problem } = await user.call(appointmentApi.add, { body })
  expect(status, JSON.stringify(problem)).toBe(201)
  return answer
}
const enter = async (personRef: string, from: number, until: number, named: object) =>
  (await admin.call(absenceApi.add, { body: { personRef, from: hours(from), until: hours(until), ...named } })).answer
const titlesOf = (appointments: readonly { title: string }[]) => appointments.map(({ title }) => title)

test('the appointments during an absence are listed: the first ten and the total', async () => {
  const meanwhile = async (from: number, until: number) =>
    (
      await user.call(appointmentApi.meanwhile, {
        query: { userRef: anna.id, fromUtc: hours(from), untilUtc: hours(until) },
      })
    ).answer
  await book('vorher', 99)
  await book('ragt hinein', 100)
  const cancelled = await book('abgesagt', 102)
  await user.call(appointmentApi.cancel, { params: { id: cancelled.id }, query: {} })
  await book('von anderen', 102, [idOf('USER')])
  await book('im letzten Augenblick', 103)
  await book('nachher', 104)
  const found = await meanwhile(100.5, 104)
  expect([titlesOf(found.appointments), found.total]).toEqual([['ragt hinein', 'im letzten Augenblick'], 2])
  for (let at = 0; at < 10; at++) await book(`Nummer ${at}`, 110 + at)
  const many = await meanwhile(100.5, 2000)
  expect([many.appointments.length, many.total]).toEqual([10, 13])
  const termin = await as('TERMIN_USER').call(appointmentApi.meanwhile, {
    query: { userRef: anna.id, fromUtc: hours(0), untilUtc: hours(1) },
  })
  expect(termin.status).toBe(200)
})

test('a stand-in has the appointments of the absent person in the feed, and the calendar names the stand-in', async () => {
  const meeting = await book('Beratung', 300)
  await book('danach', 500)
  const { path } = (await user.call(calendarFeedApi.make, { body: { sources: ['APPOINTMENTS'], replaces: null } }))
    .answer
  const inFeed = async () => {
    const { body } = await app.inject({ method: 'GET', url: path })
    const events = Object.values(ical.sync.parseICS(body)).filter((one): one is VEvent => one?.type === 'VEVENT')
    return events.filter(({ uid }) => uid.startsWith(meeting.id)).length
  }
  const standInOf = async () => {
    const day = meeting.startUtc.slice(0, 10)
    const { away } = (await user.call(appointmentApi.days, { query: { start: day, end: day } })).answer
    return away.find(({ userRef }) => userRef === anna.id)?.standInRef
  }
  expect([await inFeed(), await standInOf()]).toEqual([0, undefined])
  const absence = await enter(anna.id, 290, 400, { standInRef: idOf('ADMIN'), mailStandInRef: idOf('USER') })
  expect([await inFeed(), await standInOf()]).toEqual([0, idOf('ADMIN')])
  // along the chain of stand-ins who are absent themselves
  await enter(idOf('ADMIN'), 299, 302, { standInRef: idOf('USER') })
  expect(await inFeed()).toBe(1)
  await admin.call(absenceApi.remove, { params: { id: absence.id } })
  expect(await inFeed()).toBe(0)
})

test('the people absent in a period are listed with their stand-ins at the start of the absence', async () => {
  const [first, second] = [
    await enter(anna.id, 700, 710, { standInRef: idOf('USER') }),
    await enter(anna.id, 720, 730, { standInRef: idOf('USER') }),
  ]
  await enter(idOf('USER'), 715, 725, { standInRef: idOf('ADMIN') })
  const away = async (from: number, until: number) => {
    const { answer } = await user.call(absenceApi.away, { query: { from: hours(from), until: hours(until) } })
    return answer
      .filter(({ personRef }) => personRef === anna.id)
      .map((one) => [one.from, one.until, one.standIns.FLAME])
  }
  const [one, other] = [
    [first.from, first.until, idOf('USER')],
    [second.from, second.until, idOf('ADMIN')],
  ]
  expect(await away(690, 700)).toEqual([])
  expect(await away(690, 701)).toEqual([one])
  expect(await away(709, 721)).toEqual([one, other])
  expect(await away(726, 740)).toEqual([[second.from, second.until, idOf('USER')]])
  expect(await away(730, 740)).toEqual([])
  expect((await user.call(absenceApi.away, {})).answer).toEqual([])
})
