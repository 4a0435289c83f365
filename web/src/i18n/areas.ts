import type { Language } from '#contract/limits'

interface Area<Texts> {
  DE: () => Promise<{ default: Texts }>
  EN: () => Promise<{ default: unknown }>
  FR: () => Promise<{ default: unknown }>
}

const area = <Texts>(loaders: Area<Texts>) => loaders satisfies Record<Language, unknown>

/** Areas that are loaded together share a file per language, because a browser waits for each file. */
const everyScreen = {
  DE: () => import('./de/every-screen.ts'),
  EN: () => import('./en/every-screen.ts'),
  FR: () => import('./fr/every-screen.ts'),
}
const dailyWork = {
  DE: () => import('./de/daily-work.ts'),
  EN: () => import('./en/daily-work.ts'),
  FR: () => import('./fr/daily-work.ts'),
}

function areaIn<Name extends string, German extends Record<Name, unknown>>(
  file: {
    DE: () => Promise<German>
    EN: () => Promise<Record<Name, unknown>>
    FR: () => Promise<Record<Name, unknown>>
  },
  name: Name,
) {
  return area<German[Name]>({ DE: only(file.DE, name), EN: only(file.EN, name), FR: only(file.FR, name) })
}

const only =
  <File, Name extends keyof File>(read: () => Promise<File>, name: Name) =>
  () =>
    read().then((texts) => ({ default: texts[name], file: texts }))

/** All areas of texts. A screen asks for an area by name; only the file of the current language is loaded. */
export const areas = {
  absences: area({
    DE: () => import('./de/absences.ts'),
    EN: () => import('./en/absences.ts'),
    FR: () => import('./fr/absences.ts'),
  }),
  boards: areaIn(dailyWork, 'boards'),
  booking: area({
    DE: () => import('./de/booking.ts'),
    EN: () => import('./en/booking.ts'),
    FR: () => import('./fr/booking.ts'),
  }),
  calculations: area({
    DE: () => import('./de/calculations.ts'),
    EN: () => import('./en/calculations.ts'),
    FR: () => import('./fr/calculations.ts'),
  }),
  appointments: area({
    DE: () => import('./de/appointments.ts'),
    EN: () => import('./en/appointments.ts'),
    FR: () => import('./fr/appointments.ts'),
  }),
  calendars: area({
    DE: () => import('./de/calendars.ts'),
    EN: () => import('./en/calendars.ts'),
    FR: () => import('./fr/calendars.ts'),
  }),
  calendarFeeds: area({
    DE: () => import('./de/calendar-feeds.ts'),
    EN: () => import('./en/calendar-feeds.ts'),
    FR: () => import('./fr/calendar-feeds.ts'),
  }),
  webhooks: area({
    DE: () => import('./de/webhooks.ts'),
    EN: () => import('./en/webhooks.ts'),
    FR: () => import('./fr/webhooks.ts'),
  }),
  telephony: area({
    DE: () => import('./de/telephony.ts'),
    EN: () => import('./en/telephony.ts'),
    FR: () => import('./fr/telephony.ts'),
  }),
  calls: area({
    DE: () => import('./de/calls.ts'),
    EN: () => import('./en/calls.ts'),
    FR: () => import('./fr/calls.ts'),
  }),
  comments: areaIn(dailyWork, 'comments'),
  composer: areaIn(dailyWork, 'composer'),
  dashboards: area({
    DE: () => import('./de/dashboards.ts'),
    EN: () => import('./en/dashboards.ts'),
    FR: () => import('./fr/dashboards.ts'),
  }),
  history: areaIn(dailyWork, 'history'),
  emails: areaIn(dailyWork, 'emails'),
  mailboxes: area({
    DE: () => import('./de/mailboxes.ts'),
    EN: () => import('./en/mailboxes.ts'),
    FR: () => import('./fr/mailboxes.ts'),
  }),
  duplicates: area({
    DE: () => import('./de/duplicates.ts'),
    EN: () => import('./en/duplicates.ts'),
    FR: () => import('./fr/duplicates.ts'),
  }),
  failure: areaIn(everyScreen, 'failure'),
  imports: area({
    DE: () => import('./de/imports.ts'),
    EN: () => import('./en/imports.ts'),
    FR: () => import('./fr/imports.ts'),
  }),
  login: area({
    DE: () => import('./de/login.ts'),
    EN: () => import('./en/login.ts'),
    FR: () => import('./fr/login.ts'),
  }),
  masterData: area({
    DE: () => import('./de/master-data.ts'),
    EN: () => import('./en/master-data.ts'),
    FR: () => import('./fr/master-data.ts'),
  }),
  notifications: area({
    DE: () => import('./de/notifications.ts'),
    EN: () => import('./en/notifications.ts'),
    FR: () => import('./fr/notifications.ts'),
  }),
  presence: areaIn(dailyWork, 'presence'),
  projects: areaIn(dailyWork, 'projects'),
  records: areaIn(dailyWork, 'records'),
  relations: areaIn(dailyWork, 'relations'),
  richText: areaIn(dailyWork, 'richText'),
  search: area({
    DE: () => import('./de/search.ts'),
    EN: () => import('./en/search.ts'),
    FR: () => import('./fr/search.ts'),
  }),
  shell: areaIn(everyScreen, 'shell'),
  templates: area({
    DE: () => import('./de/templates.ts'),
    EN: () => import('./en/templates.ts'),
    FR: () => import('./fr/templates.ts'),
  }),
  users: area({
    DE: () => import('./de/users.ts'),
    EN: () => import('./en/users.ts'),
    FR: () => import('./fr/users.ts'),
  }),
  ui: areaIn(everyScreen, 'ui'),
  contacts: areaIn(everyScreen, 'contacts'),
  documents: areaIn(dailyWork, 'documents'),
  flames: areaIn(dailyWork, 'flames'),
  encounters: areaIn(everyScreen, 'encounters'),
  dossiers: areaIn(dailyWork, 'dossiers'),
  todos: areaIn(dailyWork, 'todos'),
}

export type AreaName = keyof typeof areas

export type Texts = { [Name in AreaName]: (typeof areas)[Name] extends Area<infer German> ? German : never }
