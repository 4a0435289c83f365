import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mailboxApi } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { mailError } from '../transports/faults.ts'
import { startSync } from './sync.ts'

const { appContext, database, as } = await testApp()
const dovecot = await testDovecot()
const patience = { timeout: 90_000 }

test('a faulty own disk is not blamed on the mail server, and mail comes in once it works again', async () => {
  const address = dovecot.account('platte')
  const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
  const files = path.join(appContext.services.config.dataDir, 'files')
  rmSync(files, { recursive: true, force: true })
  writeFileSync(files, 'no folder')
  await dovecot.deliver(address, mail({ Subject: 'Voll' }))
  const logged: string[] = []
  const engine = startSync(appContext, { info: () => {}, error: (_about, text) => logged.push(text) })
  const shown = async () => {
    const { answer } = await as('ADMIN').call(mailboxApi.cockpit, {})
    return answer.find(({ mailboxRef }) => mailboxRef === id)
  }
  try {
    await expect.poll(async () => (await shown())?.fault, patience).toBe('OWN_FAULT')
    expect(await shown()).toMatchObject({ state: 'ERROR', detail: expect.stringContaining('nicht der Mailserver') })
    expect(logged).toContain('a mailbox is disturbed')
    rmSync(files)
    await as('USER').call(mailboxApi.import, {})
    await expect.poll(async () => (await shown())?.state, patience).toBe('OK')
    const found = await database.kysely.selectFrom('email').select('subject').execute()
    expect(found).toEqual([{ subject: 'Voll' }])
  } finally {
    await engine.stop()
  }
})

test('an error of the database is an own fault', async () => {
  const error: unknown = await database.kysely
    .selectNoFrom(({ cast, val }) => cast<number>(val('x'), 'integer').as('one'))
    .execute()
    .catch((thrown: unknown) => thrown)
  expect(mailError(error).fault).toBe('OWN_FAULT')
})
