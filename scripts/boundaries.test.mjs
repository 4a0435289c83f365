import { describe, expect, test } from 'vitest'
import { checkBoundaries, importsOf, rules } from './boundaries.mjs'

/** Valid files, at least one for every rule. */
const tree = {
  'contract/src/contacts/contacts.ts': "import { z } from 'zod'\nimport { endpoint } from './endpoint.ts'",
  'contract/src/contacts.test.ts': "import { test } from 'vitest'",
  'server/src/serve.ts': "import { app } from './app.ts'",
  'server/src/app.ts': "import { contactRoutes } from './contacts/contacts.routes.ts'",
  'server/src/config.ts': "import { join } from 'node:path'",
  'server/src/http/routes.ts': "import { transaction } from '../db/db.ts'",
  'server/src/registries/jobs.ts': "import { importJob } from '../contacts/import.ts'",
  'server/src/contacts/contacts.routes.ts': "import { contactApi } from '#contract/contacts/contacts'",
  'server/src/contacts/contacts.ts': "import { findContacts } from './contacts.queries.ts'",
  'server/src/mail/inbox/inbox.ts': "import { contactOf } from '../../contacts/contacts.ts'",
  'server/src/mail/inbox/inbox.test.ts': "import { testApp } from '../../../test/app.ts'",
  'web/src/main.tsx': "import { App } from './app/App.tsx'",
  'web/src/app/App.tsx': "const page = lazy(() => import('../features/contacts/ContactsPage.tsx'))",
  'web/src/features/contacts/list/ContactsPage.tsx': "import { DataTable } from '../../ui/DataTable.tsx'",
  'web/src/features/boards/BoardView.tsx': "import { useUsers } from '../users/people/use-users.ts'",
  'web/src/features/contacts/page/ContactPage.tsx': "import { FlamesTab } from '../../orders/flames/FlamesTab.tsx'",
  'web/src/features/orders/flames/FlamesTab.tsx': "import { ContactLink } from '../../contacts/ContactLink.tsx'",
  'web/src/ui/DataTable.tsx': "import { useTable } from '@tanstack/react-table'",
}

const check = (files) => checkBoundaries({ files: Object.keys(files), read: (file) => files[file] })

test('a source tree that keeps all rules passes', () => {
  expect(check(tree)).toEqual([])
})

const bad = [
  ['the contract imports zod only', 'contract/src/contacts/contacts.ts', "import pg from 'pg'"],
  ['the contract imports zod only', 'contract/src/contacts/contacts.ts', "import fs from 'node:fs'"],
  ['the contract knows neither server nor web', 'contract/src/contacts.test.ts', "import '../../server/src/config.ts'"],
  ['the server never imports the web', 'server/src/http/routes.ts', "import type { A } from '../../../web/src/a.ts'"],
  ['the web never imports the server', 'web/src/main.tsx', "export * from '../../server/src/contacts/contacts.ts'"],
  ['what runs in production imports no test code', 'server/src/config.ts', "import { as } from '../test/app.ts'"],
  ['ui and the other foundations', 'web/src/ui/DataTable.tsx', "import { A } from '../features/contacts/A.tsx'"],
  ['what the ui draws in one component', 'web/src/ui/DataTable.tsx', "import Box from '@mui/material/Box'"],
  ['ui and the other foundations', 'web/src/ui/DataTable.tsx', "import { routes } from '../app/routes.ts'"],
  ['ui and the other foundations', 'web/src/api/hooks.ts', "const a = import.meta.glob('../features/*.tsx')"],
  ['features never import the app', 'web/src/features/todos/Todo.tsx', "const a = await import('../../app/a.ts')"],
  ['the kit of boards', 'web/src/features/boards/Card.tsx', "import { isDue } from '../orders/flames/flame-dates.ts'"],
  ['the foundations of the server', 'server/src/http/routes.ts', "import { a } from '../contacts/contacts.ts'"],
  ['the foundations of the server', 'server/src/jobs/runner.ts', "import { a } from '../contacts/contacts.ts'"],
  ['the foundations of the server', 'server/src/config.ts', "import { a } from './contacts/contacts.ts'"],
  [
    'a slice imports another one',
    'server/src/mail/inbox/inbox.ts',
    "import { q } from '../../contacts/contacts.queries.ts'",
  ],
  [
    'a slice imports another one',
    'server/src/mail/inbox/inbox.ts',
    "import { r } from '../../contacts/contacts.routes.ts'",
  ],
  [
    'a slice imports another one',
    'server/src/orders/flames/a.ts',
    "import {\n  r,\n} from '../../contacts/relations.queries.ts'",
  ],
  [
    'a slice imports another one',
    'server/src/mail/inbox/inbox.ts',
    "new Worker(new URL('../outgoing/smtp.ts', import.meta.url))",
  ],
  ['registries stand at the top', 'server/src/contacts/contacts.ts', "import { jobs } from '../registries/jobs.ts'"],
  ['registries stand at the top', 'server/src/jobs/runner.ts', "import { jobs } from '../registries/jobs.ts'"],
  ['only serve.ts imports', 'server/src/contacts/contacts.ts', "import { app } from '../app.ts'"],
]

test.each(bad)('%s: %s with %s fails', (rule, file, text) => {
  const found = check({ ...tree, [file]: text })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`: ${rule}`)
  expect(found[0]).toContain(file)
})

describe('slices that import each other in a circle', () => {
  const flames = 'server/src/orders/flames/flames.ts'
  const inbox = 'server/src/mail/inbox/inbox.ts'
  const contacts = 'server/src/contacts/contacts.ts'
  const toInbox = "import { a } from '../../mail/inbox/inbox.ts'"
  const toFlames = "import type { A } from '../orders/flames/flames.ts'"

  test('fail, and the message lists the imports of the circle', () => {
    expect(check({ ...tree, [flames]: toInbox, [contacts]: toFlames })).toEqual([
      `contacts -> orders/flames -> mail/inbox -> contacts (${contacts}:1 imports ${flames}, ` +
        `${flames}:1 imports ${inbox}, ${inbox}:1 imports ${contacts}): slices import each other in one direction`,
    ])
  })

  test('fail within one room as well', () => {
    const encounters = 'server/src/contacts/encounters/encounters.ts'
    const found = check({
      ...tree,
      [contacts]: "import { a } from './encounters/encounters.ts'",
      [encounters]: "import { a } from '../contacts.ts'",
    })
    expect(found).toEqual([expect.stringContaining('contacts -> contacts/encounters -> contacts')])
  })

  test('fail in a new room that no list names', () => {
    const [gates, fences] = ['server/src/yard/gates/gates.ts', 'server/src/yard/fences/fences.ts']
    const found = check({
      ...tree,
      [gates]: "import { a } from '../fences/fences.ts'",
      [fences]: "import { a } from '../gates/gates.ts'",
    })
    expect(found).toEqual([expect.stringContaining('yard/gates -> yard/fences -> yard/gates')])
  })

  test('pass when the circle leads only through tests, the demo or the registries', () => {
    const files = {
      'server/src/contacts/contacts.test.ts': toFlames,
      'server/src/demo/fill.ts': toFlames,
      'server/src/registries/jobs.ts': toFlames,
      [flames]: "import { a } from '../../contacts/contacts.ts'",
      'server/src/orders/flames/flames.test.ts': "import { jobs } from '../../registries/jobs.ts'",
    }
    expect(check({ ...tree, ...files })).toEqual([])
  })
})

test('circular imports of foundations fail, except among the modules that build on the app context', () => {
  const [seen, context] = ['server/src/db/seen.ts', 'server/src/http/context.ts']
  const files = {
    [context]: "import { enqueue } from '../jobs/enqueue.ts'",
    'server/src/jobs/enqueue.ts': "import type { Ctx } from '../http/context.ts'",
  }
  expect(check({ ...tree, ...files })).toEqual([])
  expect(check({ ...tree, ...files, [seen]: "import type { Actor } from '../http/context.ts'" })).toEqual([
    `http, jobs and files -> db -> http, jobs and files (server/src/http/routes.ts:1 imports server/src/db/db.ts, ` +
      `${seen}:1 imports ${context}): the foundations of the server import each other in one direction`,
  ])
})

test('each rule is broken by an example in this file', () => {
  const unproven = rules.filter((rule) => !bad.some(([name]) => rule.name.startsWith(name)))
  expect(unproven).toEqual([])
})

test('the foundations of the web import each other in one direction', () => {
  const [theme, table] = ['web/src/theme/theme.ts', 'web/src/ui/DataTable.tsx']
  const files = {
    ...tree,
    [theme]: "import { phone } from '../ui/narrow.ts'",
    [table]: "import { theme } from '../theme/theme.ts'",
  }
  expect(check(files)).toEqual([
    `ui -> theme -> ui (${table}:1 imports ${theme}, ${theme}:1 imports web/src/ui/narrow.ts): ` +
      'the foundations of the web import each other in one direction',
  ])
  expect(check({ ...files, [theme]: '' })).toEqual([])
})

describe('folders of features import each other in one direction', () => {
  const circle = 'the folders of features import each other in one direction'

  test('a circle of two folders fails, also by a lazy import', () => {
    const text = "\nconst page = lazy(() => import('../../contacts/page/ContactPage.tsx'))"
    expect(check({ ...tree, 'web/src/features/orders/flames/Card.tsx': text })).toEqual([
      'contacts/page -> orders/flames -> contacts/page ' +
        '(web/src/features/contacts/page/ContactPage.tsx:1 imports web/src/features/orders/flames/FlamesTab.tsx, ' +
        `web/src/features/orders/flames/Card.tsx:2 imports web/src/features/contacts/page/ContactPage.tsx): ${circle}`,
    ])
  })

  test('a circle over three folders is reported once', () => {
    const found = check({
      ...tree,
      'web/src/features/contacts/ContactLink.tsx': "import { a } from '../mail/inbox/a.ts'",
      'web/src/features/mail/inbox/a.ts': "import { b } from '../../orders/flames/b.ts'",
    })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`: ${circle}`)
  })

  test('a subfolder counts as part of its folder, and tests may import from anywhere', () => {
    expect(
      check({
        ...tree,
        'web/src/features/orders/dossiers/fields/A.tsx': "import { b } from '../b.ts'",
        'web/src/features/orders/dossiers/b.ts': "import { A } from './fields/A.tsx'",
        'web/src/features/orders/flames/b.test.ts': "import { P } from '../../contacts/page/ContactPage.tsx'",
      }),
    ).toEqual([])
  })
})

describe('the check itself fails', () => {
  test('when it finds no files', () => {
    expect(check({})).toEqual(['0 files scanned'])
    expect(check({ 'web/index.html': '' })).toEqual(['0 files scanned'])
  })

  test('when it finds no imports', () => {
    expect(check({ 'web/src/a.ts': '', 'server/src/b.ts': '' })).toEqual(['no import found in 2 files'])
  })

  test('when no file falls under a rule', () => {
    const { 'web/src/ui/DataTable.tsx': _, ...rest } = tree
    expect(check(rest)).toEqual([
      'no file to hold for: ui and the other foundations of the web know no feature and not the app',
    ])
  })
})

test('imports of every syntactic form are found, with their line numbers', () => {
  const text = [
    "import a from './a.ts'",
    "import type { B } from '../b.ts'",
    "import './c.css'",
    "export { d } from './d.ts'",
    "const e = () => import('./e.ts')",
    'const f = import(`./f.ts`)',
    "import {\n  g,\n} from '#contract/g'",
    "import h from './h.svg?url'",
    "vi.mock('./i.ts')",
  ].join('\n')
  const found = importsOf('web/src/x.ts', text).map(({ target, line }) => `${line} ${target}`)
  expect(found).toEqual([
    '1 web/src/a.ts',
    '2 web/b.ts',
    '3 web/src/c.css',
    '4 web/src/d.ts',
    '5 web/src/e.ts',
    '6 web/src/f.ts',
    '9 contract/src/g.ts',
    '10 web/src/h.svg',
    '11 web/src/i.ts',
  ])
})
