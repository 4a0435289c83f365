// Written by `npm run types:db` from the migrated database.
import type { AbsencesTables } from './schema/absences.ts'
import type { AccessKeysTables } from './schema/access-keys.ts'
import type { AppointmentMailTables } from './schema/appointment-mail.ts'
import type { AppointmentsTables } from './schema/appointments.ts'
import type { BookingPageTables } from './schema/booking-page.ts'
import type { CalendarFeedsTables } from './schema/calendar-feeds.ts'
import type { CallMessagesTables } from './schema/call-messages.ts'
import type { CommentsTables } from './schema/comments.ts'
import type { ContactDocumentsTables } from './schema/contact-documents.ts'
import type { ContactDuplicatesTables } from './schema/contact-duplicates.ts'
import type { ContactErasuresTables } from './schema/contact-erasures.ts'
import type { ContactImportsTables } from './schema/contact-imports.ts'
import type { ContactRelationsTables } from './schema/contact-relations.ts'
import type { ContactsTables } from './schema/contacts.ts'
import type { CountedRowsTables } from './schema/counted-rows.ts'
import type { DocumentsTables } from './schema/documents.ts'
import type { EmailsTables } from './schema/emails.ts'
import type { EncountersTables } from './schema/encounters.ts'
import type { FileTextsTables } from './schema/file-texts.ts'
import type { FlamePickupsTables } from './schema/flame-pickups.ts'
import type { FlamesTables } from './schema/flames.ts'
import type { HouseTables } from './schema/house.ts'
import type { LetterheadTables } from './schema/letterhead.ts'
import type { ListsTables } from './schema/lists.ts'
import type { NotificationsTables } from './schema/notifications.ts'
import type { PhoneCallsTables } from './schema/phone-calls.ts'
import type { PickupCalendarTables } from './schema/pickup-calendar.ts'
import type { PresenceTables } from './schema/presence.ts'
import type { ProductSettingsTables } from './schema/product-settings.ts'
import type { ProjectsTables } from './schema/projects.ts'
import type { RoleDefaultsTables } from './schema/role-defaults.ts'
import type { SignInTables } from './schema/sign-in.ts'
import type { SipgateAccountTables } from './schema/sipgate-account.ts'
import type { TemplatesAndCalculationsTables } from './schema/templates-and-calculations.ts'
import type { TodosTables } from './schema/todos.ts'
import type { TownsTables } from './schema/towns.ts'
import type { UnsentAppointmentMailTables } from './schema/unsent-appointment-mail.ts'
import type { WebhooksTables } from './schema/webhooks.ts'

export interface DB
  extends AbsencesTables,
    AccessKeysTables,
    AppointmentMailTables,
    AppointmentsTables,
    BookingPageTables,
    CalendarFeedsTables,
    CallMessagesTables,
    CommentsTables,
    ContactDocumentsTables,
    ContactDuplicatesTables,
    ContactErasuresTables,
    ContactImportsTables,
    ContactRelationsTables,
    ContactsTables,
    CountedRowsTables,
    DocumentsTables,
    EmailsTables,
    EncountersTables,
    FileTextsTables,
    FlamePickupsTables,
    FlamesTables,
    HouseTables,
    LetterheadTables,
    ListsTables,
    NotificationsTables,
    PhoneCallsTables,
    PickupCalendarTables,
    PresenceTables,
    ProductSettingsTables,
    ProjectsTables,
    RoleDefaultsTables,
    SignInTables,
    SipgateAccountTables,
    TemplatesAndCalculationsTables,
    TodosTables,
    TownsTables,
    UnsentAppointmentMailTables,
    WebhooksTables {}
