import { rollBackContactImport } from '../contact-imports/roll-back.ts'
import { runContactImport } from '../contact-imports/run-import.ts'
import { checkTaxNumber } from '../contacts/contacts.ts'
import { emptyDocumentBin } from '../documents/documents.ts'
import { checkFiles } from '../files/check.ts'
import type { JobHandlers } from './runner.ts'

/** Who does each kind of background work; a missing or surplus name does not compile. */
export const jobHandlers: JobHandlers = {
  checkTaxNumber,
  runContactImport,
  rollBackContactImport,
  emptyDocumentBin,
  checkFiles,
}
