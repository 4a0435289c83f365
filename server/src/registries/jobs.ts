import { remindOfAppointments } from '../calendars/appointment-mail/remind.ts'
import { endOldHolds } from '../calendars/appointments/slots.ts'
import { forgetOldBookingRequests } from '../calendars/booking/requests.ts'
import { tellOfBooking } from '../calendars/booking/tell-of-booking.ts'
import { forgetOldDeliveries } from '../calendars/webhooks/webhooks.ts'
import { endLostCalls, forgetOldCalls } from '../calls/calls.ts'
import { checkTaxNumber } from '../contacts/contacts.ts'
import { emptyContactDocumentBin } from '../contacts/documents/documents.ts'
import { findContactDuplicates } from '../contacts/duplicates/find-duplicates.ts'
import { repairDuplicateRuns } from '../contacts/duplicates/repair-runs.ts'
import { repairTranscriptions } from '../contacts/encounters/repair-transcriptions.ts'
import { transcribeVoiceMemo } from '../contacts/encounters/run-transcription.ts'
import { repairImports } from '../contacts/imports/repair-imports.ts'
import { rollBackContactImport } from '../contacts/imports/roll-back.ts'
import { runContactImport } from '../contacts/imports/run-import.ts'
import { forgetOldMerges } from '../contacts/merges/merges.ts'
import { repairTaxNumbers } from '../contacts/repair-tax-numbers.ts'
import { checkFiles } from '../files/check.ts'
import { readFiles, repairFileTexts } from '../files/texts.ts'
import { forgetOldAnswers } from '../http/idempotency.ts'
import type { JobHandlers, Repair } from '../jobs/runner.ts'
import { emptyDocumentBin } from '../lists/galleries/galleries.ts'
import { sendAbsenceAnswer } from '../mail/outgoing/absence.ts'
import { remindOfFlames } from '../orders/flames/remind.ts'
import { emptyCommentBin } from '../together/comments/comments.ts'
import { forgetReadNotifications } from '../together/notifications/notifications.ts'
import { forgetOldSignIns } from '../users/login-throttle.ts'
import { noteAbsences } from '../work/absences/absences.ts'
import { emptyProjectDocumentBin } from '../work/projects/documents.ts'
import { remindOfProjects } from '../work/projects/remind.ts'
import { remindOfTodos } from '../work/todos/remind.ts'
import { emptyTodoBin } from '../work/todos/todos.ts'

/** The handler of each kind of job; a missing or surplus name does not compile. */
export const jobHandlers: JobHandlers = {
  checkTaxNumber,
  runContactImport,
  rollBackContactImport,
  findContactDuplicates,
  forgetOldMerges,
  emptyDocumentBin,
  emptyContactDocumentBin,
  emptyProjectDocumentBin,
  emptyCommentBin,
  emptyTodoBin,
  checkFiles,
  forgetOldSignIns,
  forgetOldAnswers,
  forgetReadNotifications,
  forgetOldCalls,
  endOldHolds,
  forgetOldBookingRequests,
  tellOfBooking,
  forgetOldDeliveries,
  readFiles,
  answerAbsence: sendAbsenceAnswer,
  transcribeVoiceMemo,
}

/** What runs at each start and sweep: repairs of rows whose job is gone, and notices of what is due or has begun. */
export const repairs: readonly Repair[] = [
  repairImports,
  repairTranscriptions,
  repairDuplicateRuns,
  repairTaxNumbers,
  repairFileTexts,
  noteAbsences,
  remindOfFlames,
  remindOfProjects,
  remindOfTodos,
  remindOfAppointments,
  endLostCalls,
]
