import { afterAll } from 'vitest'
import { type Dovecot, type DovecotOptions, startDovecot } from './dovecot.ts'

/** A Dovecot of its own for the test file that calls this at its top level, gone at its end. */
export async function testDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const dovecot = await startDovecot(options)
  afterAll(() => dovecot.remove())
  return dovecot
}
