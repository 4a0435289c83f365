import type { BodyOf } from '#contract/endpoint'
import type { mailboxApi, TestStep } from '#contract/mail/mailboxes'
import type { Ctx } from '../../http/context.ts'
import { testSending } from '../outgoing/outgoing.ts'
import { MailError, mailError } from '../transports/faults.ts'
import { officeToken } from '../transports/office-token.ts'
import { openTransport } from '../transports/open-transport.ts'
import type { Transport } from '../transports/transport.ts'
import { faultSentence } from './cockpit.ts'
import { missingFolders } from './folders.ts'
import { secretsToTest } from './mailboxes.ts'

/** Faults that occur before the sign-in. */
const beforeSignIn = ['HOST_UNKNOWN', 'REFUSED', 'TIMEOUT', 'CERTIFICATE', 'NO_STARTTLS']

/** Tries each step that a mailbox needs, up to the first one that fails. */
export async function testConnection(ctx: Ctx, given: BodyOf<typeof mailboxApi.test>): Promise<{ steps: TestStep[] }> {
  const secrets = await secretsToTest(ctx, given.id, given)
  const steps: TestStep[] = []
  const passed = (step: TestStep['step']) => steps.push({ step, ok: true, fault: null, detail: '', said: '' })
  const failed = (step: TestStep['step'], error: unknown) => {
    const { fault, said } = mailError(error)
    steps.push({ step, ok: false, fault, detail: faultSentence(ctx, fault), said })
    return { steps }
  }
  let transport: Transport
  try {
    transport = await openTransport(ctx.services.config, { ...given, secrets })
  } catch (error) {
    if (beforeSignIn.includes(mailError(error).fault)) return failed('CONNECT', error)
    passed('CONNECT')
    return failed('SIGN_IN', error)
  }
  passed('CONNECT')
  passed('SIGN_IN')
  try {
    const missing = missingFolders(given, await transport.folders())
    if (missing.length > 0) return failed('FOLDERS', new MailError('FOLDER_MISSING', missing.join(', ')))
    passed('FOLDERS')
  } catch (error) {
    return failed('FOLDERS', error)
  } finally {
    await transport.close().catch(() => {})
  }
  // Microsoft Graph sends over the connection that was just tested.
  if (given.type === 'OFFICE_365' && given.office?.protocol === 'GRAPH') return { steps }
  try {
    const { config } = ctx.services
    const token = given.type === 'OFFICE_365' ? await officeToken(config, { ...given, secrets }) : undefined
    await testSending({ ...given, secrets }, token)
    passed('SEND')
  } catch (error) {
    return failed('SEND', error)
  }
  return { steps }
}
