import { emptyCommentBin } from '../comments/comments.ts'
import { emptyContactDocumentBin } from '../contact-documents/contact-documents.ts'
import { findContactDuplicates } from '../contact-duplicates/find-duplicates.ts'
import { rollBackContactImport } from '../contact-imports/roll-back.ts'
import { runContactImport } from '../contact-imports/run-import.ts'
import { forgetOldMerges } from '../contact-merges/contact-merges.ts'
import { checkTaxNumber } from '../contacts/contacts.ts'
import { emptyDocumentBin } from '../documents/documents.ts'
import { transcribeVoiceMemo } from '../encounters/run-transcription.ts'
import { checkFiles } from '../files/check.ts'
import { sendAbsenceAnswer } from '../outgoing/absence.ts'
import { forgetOldSignIns } from '../users/login-throttle.ts'
import type { JobHandlers } from './runner.ts'

/** Who does each kind of background work; a missing or surplus name does not compile. */
export const jobHandlers: JobHandlers = {
  checkTaxNumber,
  runContactImport,
  rollBackContactImport,
  findContactDuplicates,
  forgetOldMerges,
  emptyDocumentBin,
  emptyContactDocumentBin,
  emptyCommentBin,
  checkFiles,
  forgetOldSignIns,
  answerAbsence: sendAbsenceAnswer,
  transcribeVoiceMemo,
}
