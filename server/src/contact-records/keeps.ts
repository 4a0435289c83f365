import type { KeepReason } from '@glut/contract/contact-records'

export interface Keep {
  readonly table: string
  readonly because: KeepReason
}

/** Tables whose rows outlive an erased contact, such as invoices: a slice that has some adds its line. */
export const keeps: readonly Keep[] = []
