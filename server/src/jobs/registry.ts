import { emptyCommentBin } from '../comments/comments.ts'
import { emptyContactDocumentBin } from '../contact-documents/contact-documents.ts'
import { findContactDuplicates } from '../contact-duplicates/find-duplicates.ts'
import { repairDuplicateRuns } from '../contact-duplicates/repair-runs.ts'
import { repairImports } from '../contact-imports/repair-imports.ts'
import { rollBackContactImport } from '../contact-imports/roll-back.ts'
import { runContactImport } from '../contact-imports/run-import.ts'
import { forgetOldMerges } from '../contact-merges/contact-merges.ts'
import { checkTaxNumber } from '../contacts/contacts.ts'
import { repairTaxNumbers } from '../contacts/repair-tax-numbers.ts'
import { emptyDocumentBin } from '../documents/documents.ts'
import { repairTranscriptions } from '../encounters/repair-transcriptions.ts'
import { transcribeVoiceMemo } from '../encounters/run-transcription.ts'
import { checkFiles } from '../files/check.ts'
import { sendAbsenceAnswer } from '../outgoing/absence.ts'
import { forgetOldSignIns } from '../users/login-throttle.ts'
import type { JobHandlers, Repair } from './runner.ts'

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

/** Who brings rows in order whose job is gone: everything that has a state and a job. */
export const repairs: readonly Repair[] = [repairImports, repairTranscriptions, repairDuplicateRuns, repairTaxNumbers]
