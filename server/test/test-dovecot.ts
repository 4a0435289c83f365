import { afterAll } from 'vitest'
import { type Dovecot, type DovecotOptions, startDovecot } from './dovecot.ts'

/** Starts a Dovecot for a test file; call it at the top level. Removed at the end of the file. */
export async function testDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const dovecot = await startDovecot(options)
  afterAll(() => dovecot.remove())
  return dovecot
}
