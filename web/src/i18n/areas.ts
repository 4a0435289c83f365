import type { Language } from '#contract/limits'

interface Area<Texts> {
  DE: () => Promise<{ default: Texts }>
  EN: () => Promise<{ default: unknown }>
  FR: () => Promise<{ default: unknown }>
}

const area = <Texts>(loaders: Area<Texts>) => loaders satisfies Record<Language, unknown>

/** Every area of texts, one line each. A screen asks for its area by name; its chunk is loaded in the one language in use. */
export const areas = {
  boards: area({
    DE: () => import('./de/boards.ts'),
    EN: () => import('./en/boards.ts'),
    FR: () => import('./fr/boards.ts'),
  }),
  calculations: area({
    DE: () => import('./de/calculations.ts'),
    EN: () => import('./en/calculations.ts'),
    FR: () => import('./fr/calculations.ts'),
  }),
  comments: area({
    DE: () => import('./de/comments.ts'),
    EN: () => import('./en/comments.ts'),
    FR: () => import('./fr/comments.ts'),
  }),
  composer: area({
    DE: () => import('./de/composer.ts'),
    EN: () => import('./en/composer.ts'),
    FR: () => import('./fr/composer.ts'),
  }),
  history: area({
    DE: () => import('./de/history.ts'),
    EN: () => import('./en/history.ts'),
    FR: () => import('./fr/history.ts'),
  }),
  emails: area({
    DE: () => import('./de/emails.ts'),
    EN: () => import('./en/emails.ts'),
    FR: () => import('./fr/emails.ts'),
  }),
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
  failure: area({
    DE: () => import('./de/failure.ts'),
    EN: () => import('./en/failure.ts'),
    FR: () => import('./fr/failure.ts'),
  }),
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
  records: area({
    DE: () => import('./de/records.ts'),
    EN: () => import('./en/records.ts'),
    FR: () => import('./fr/records.ts'),
  }),
  relations: area({
    DE: () => import('./de/relations.ts'),
    EN: () => import('./en/relations.ts'),
    FR: () => import('./fr/relations.ts'),
  }),
  richText: area({
    DE: () => import('./de/rich-text.ts'),
    EN: () => import('./en/rich-text.ts'),
    FR: () => import('./fr/rich-text.ts'),
  }),
  search: area({
    DE: () => import('./de/search.ts'),
    EN: () => import('./en/search.ts'),
    FR: () => import('./fr/search.ts'),
  }),
  shell: area({
    DE: () => import('./de/shell.ts'),
    EN: () => import('./en/shell.ts'),
    FR: () => import('./fr/shell.ts'),
  }),
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
  ui: area({ DE: () => import('./de/ui.ts'), EN: () => import('./en/ui.ts'), FR: () => import('./fr/ui.ts') }),
  contacts: area({
    DE: () => import('./de/contacts.ts'),
    EN: () => import('./en/contacts.ts'),
    FR: () => import('./fr/contacts.ts'),
  }),
  documents: area({
    DE: () => import('./de/documents.ts'),
    EN: () => import('./en/documents.ts'),
    FR: () => import('./fr/documents.ts'),
  }),
  flames: area({
    DE: () => import('./de/flames.ts'),
    EN: () => import('./en/flames.ts'),
    FR: () => import('./fr/flames.ts'),
  }),
  encounters: area({
    DE: () => import('./de/encounters.ts'),
    EN: () => import('./en/encounters.ts'),
    FR: () => import('./fr/encounters.ts'),
  }),
  dossiers: area({
    DE: () => import('./de/dossiers.ts'),
    EN: () => import('./en/dossiers.ts'),
    FR: () => import('./fr/dossiers.ts'),
  }),
}

export type AreaName = keyof typeof areas

export type Texts = { [Name in AreaName]: (typeof areas)[Name] extends Area<infer German> ? German : never }
