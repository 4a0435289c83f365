// Written by `npm run types:db` from the migrated database.
import type { AbsencesTables } from './schema/absences.ts'
import type { AccessKeysTables } from './schema/access-keys.ts'
import type { AppointmentMailTables } from './schema/appointment-mail.ts'
import type { AppointmentsTables } from './schema/appointments.ts'
import type { BoardsTables } from './schema/boards.ts'
import type { BookingTables } from './schema/booking.ts'
import type { CalculationsTables } from './schema/calculations.ts'
import type { CalendarFeedsTables } from './schema/calendar-feeds.ts'
import type { CallsTables } from './schema/calls.ts'
import type { CommentsTables } from './schema/comments.ts'
import type { ContactDocumentsTables } from './schema/contact-documents.ts'
import type { ContactDuplicatesTables } from './schema/contact-duplicates.ts'
import type { ContactErasuresTables } from './schema/contact-erasures.ts'
import type { ContactImportsTables } from './schema/contact-imports.ts'
import type { ContactRelationsTables } from './schema/contact-relations.ts'
import type { ContactsTables } from './schema/contacts.ts'
import type { CountedRowsTables } from './schema/counted-rows.ts'
import type { DocumentClassificationsTables } from './schema/document-classifications.ts'
import type { EmailCardsTables } from './schema/email-cards.ts'
import type { EmailsTables } from './schema/emails.ts'
import type { EncountersTables } from './schema/encounters.ts'
import type { FilesTables } from './schema/files.ts'
import type { FlamesTables } from './schema/flames.ts'
import type { GalleriesTables } from './schema/galleries.ts'
import type { HistoryTables } from './schema/history.ts'
import type { LetterheadTables } from './schema/letterhead.ts'
import type { MasterDataTables } from './schema/master-data.ts'
import type { NotificationsTables } from './schema/notifications.ts'
import type { PickupsTables } from './schema/pickups.ts'
import type { PresenceTables } from './schema/presence.ts'
import type { ProjectsTables } from './schema/projects.ts'
import type { RefusedTasksTables } from './schema/refused-tasks.ts'
import type { TemplatesTables } from './schema/templates.ts'
import type { TodoPackagesTables } from './schema/todo-packages.ts'
import type { TodosTables } from './schema/todos.ts'
import type { TownsTables } from './schema/towns.ts'
import type { UsersTables } from './schema/users.ts'
import type { WebhooksTables } from './schema/webhooks.ts'

export interface DB
  extends AbsencesTables,
    AccessKeysTables,
    AppointmentMailTables,
    AppointmentsTables,
    BoardsTables,
    BookingTables,
    CalculationsTables,
    CalendarFeedsTables,
    CallsTables,
    CommentsTables,
    ContactDocumentsTables,
    ContactDuplicatesTables,
    ContactErasuresTables,
    ContactImportsTables,
    ContactRelationsTables,
    ContactsTables,
    CountedRowsTables,
    DocumentClassificationsTables,
    EmailCardsTables,
    EmailsTables,
    EncountersTables,
    FilesTables,
    FlamesTables,
    GalleriesTables,
    HistoryTables,
    LetterheadTables,
    MasterDataTables,
    NotificationsTables,
    PickupsTables,
    PresenceTables,
    ProjectsTables,
    RefusedTasksTables,
    TemplatesTables,
    TodoPackagesTables,
    TodosTables,
    TownsTables,
    UsersTables,
    WebhooksTables {}
