import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailboxApi } from '#contract/mail/mailboxes'
import { testApp } from '../../../test/app.ts'
import { mailPassword } from '../../../test/dovecot.ts'
import { connectMailbox, mail, mailboxAt } from '../../../test/mail.ts'
import { testDovecot } from '../../../test/test-dovecot.ts'
import { mailError } from '../transports/faults.ts'
import { noteFailure } from './status.ts'
import { startSync } from './sync.ts'
import { syncOnce } from './sync-mailbox.ts'

const { appContext, database, as } = await testApp()
const dovecot = await testDovecot()
const db = database.kysely
const emails = (subject: string) => db.selectFrom('email').select('id').where('subject', '=', subject).execute()
const patience = { timeout: 90_000 }

describe('the sync engine', () => {
  test('gets new mail pushed, recovers from a lost connection and shows its state', async () => {
    const address = dovecot.account('live')
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address))
    const engine = startSync(appContext, { info: () => {}, error: () => {} })
    try {
      const status = () => db.selectFrom('mailbox_status').selectAll().where('mailbox_id', '=', id).executeTakeFirst()
      await expect.poll(async () => (await status())?.pushed, patience).toBe(true)
      await dovecot.deliver(address, mail({ Subject: 'Sofort' }))
      await expect.poll(() => emails('Sofort'), patience).toHaveLength(1)
      await dovecot.stop()
      await expect.poll(async () => (await status())?.state, patience).toBe('ERROR')
      const { answer } = await as('ADMIN').call(mailboxApi.cockpit, {})
      expect(answer.find(({ mailboxRef }) => mailboxRef === id)).toMatchObject({
        state: 'ERROR',
        detail: expect.stringMatching(/Server/),
      })
      await dovecot.start()
      await dovecot.deliver(address, mail({ Subject: 'Danach' }))
      await as('USER').call(mailboxApi.import, {})
      await expect.poll(() => emails('Danach'), patience).toHaveLength(1)
      await expect.poll(async () => (await status())?.state, patience).toBe('OK')
    } finally {
      await engine.stop()
    }
  })

  test('continues without a missing folder and names it', async () => {
    const address = dovecot.account('tidied')
    await dovecot.doveadm('mailbox', 'create', '-u', address, 'Anfragen')
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address, { folders: ['Anfragen'] }))
    const engine = startSync(appContext, { info: () => {}, error: () => {} })
    const fault = async () => {
      const { answer } = await as('ADMIN').call(mailboxApi.cockpit, {})
      const { state, fault, said } = answer.find(({ mailboxRef }) => mailboxRef === id) ?? {}
      return [state, fault, said]
    }
    try {
      await expect.poll(fault, patience).toEqual(['OK', null, ''])
      await dovecot.doveadm('mailbox', 'delete', '-u', address, 'Anfragen')
      await dovecot.deliver(address, mail({ Subject: 'Trotzdem' }))
      await expect.poll(fault, patience).toEqual(['OK', 'FOLDER_MISSING', 'Anfragen'])
      await expect.poll(() => emails('Trotzdem'), patience).toHaveLength(1)
    } finally {
      await engine.stop()
    }
  })

  test('continues without a folder that cannot be opened and names it', async () => {
    const address = dovecot.account('jammed')
    for (const folder of ['Anfragen', 'Offerten']) await dovecot.doveadm('mailbox', 'create', '-u', address, folder)
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address, { folders: ['Anfragen', 'Offerten'] }))
    const jam = (folder: string) => {
      rmSync(path.join(dovecot.folderOf(address), folder), { recursive: true })
      writeFileSync(path.join(dovecot.folderOf(address), folder), '')
    }
    await syncOnce(appContext, id)
    jam('.Anfragen/cur')
    await dovecot.deliver(address, mail({ Subject: 'Nebenan' }))
    const engine = startSync(appContext, { info: () => {}, error: () => {} })
    const status = async () => {
      const { answer } = await as('ADMIN').call(mailboxApi.cockpit, {})
      const { state, fault, said } = answer.find(({ mailboxRef }) => mailboxRef === id) ?? {}
      return [state, fault, said]
    }
    try {
      await expect.poll(status, patience).toEqual(['OK', 'FOLDER_MISSING', expect.stringMatching(/^Anfragen: ./)])
      expect(await emails('Nebenan')).toHaveLength(1)
    } finally {
      await engine.stop()
    }
    // without the inbox the mailbox is disturbed, and its other folders are read
    await dovecot.doveadm('move', '-u', address, 'Offerten', 'mailbox', 'INBOX', 'all')
    jam('cur')
    const error = mailError(await syncOnce(appContext, id).catch((error: unknown) => error))
    expect(error.fault).toBe('FOLDER_MISSING')
    const [moved] = await emails('Nebenan')
    const places = db.selectFrom('mail_source as s').innerJoin('mail_folder as f', 'f.id', 's.folder_id').select('path')
    const found = await places.where('email_id', '=', moved?.id ?? '').execute()
    expect(found.map((place) => place.path)).toContain('Offerten')
  })

  test('stops after three refused sign-ins, and continues once the password is corrected', async () => {
    const address = dovecot.account('locked')
    const id = await connectMailbox(appContext, mailboxAt(dovecot.imap, address, { incomingPassword: 'falsch' }))
    for (let attempt = 0; attempt < 3; attempt++) {
      const error = mailError(await syncOnce(appContext, id).catch((error: unknown) => error))
      expect(error.fault).toBe('CREDENTIALS')
      const wait = await noteFailure(db, id, error)
      expect(wait === null).toBe(attempt === 2)
    }
    const { answer } = await as('USER').call(mailboxApi.list, {})
    expect(answer.find((one) => one.id === id)?.state).toBe('AUTH_ERROR')
    const { id: _, secrets: __, ...settings } = (await as('ADMIN').call(mailboxApi.get, { params: { id } })).answer
    await as('ADMIN').call(mailboxApi.update, { params: { id }, body: { ...settings, incomingPassword: mailPassword } })
    expect(await syncOnce(appContext, id)).toBe(0)
    expect((await as('USER').call(mailboxApi.list, {})).answer.find((one) => one.id === id)?.state).toBe('NEW')
  })
})
