import type { TFunction } from 'i18next'
import type { HistoryEntry, HistoryPage } from '#contract/together/history'
import { withColon } from '../../../i18n/written.ts'
import { permissionName } from '../../users/people/permission-name.ts'
import type { Told } from './HistoryLines.tsx'
import { type BasicWords, type Field, type Kind, tellEntry } from './tell-entry.ts'

/** The texts of the screens that edit the lists. */
export interface ListWords extends BasicWords {
  lists: TFunction<'masterData'>
  absences: TFunction<'absences'>
  users: TFunction<'users'>
  mailboxes: TFunction<'mailboxes'>
  calculations: TFunction<'calculations'>
  templates: TFunction<'templates'>
  flames: TFunction<'flames'>
  roleName: (name: string) => string
}

type ListField = Field<ListWords>
const title: ListField = [({ lists }) => lists('title')]
const titled = (one: Kind<ListWords>['one']): Kind<ListWords> => ({ one, fields: { title } })
const visibility = ({ t }: ListWords) => t('entity.visibility')
const seenByUser: Kind<ListWords> = { one: visibility, fields: { userId: [({ lists }) => lists('assigned.users')] } }
const seenByRole: Kind<ListWords> = { one: visibility, fields: { roleId: [({ lists }) => lists('assigned.roles')] } }
const condition = {
  title,
  titleEn: [({ lists }) => lists('condition.titleEn')],
  titleFr: [({ lists }) => lists('condition.titleFr')],
} as const satisfies Kind<ListWords>['fields']
const validity = {
  validFrom: [({ lists }) => lists('slot.validFrom')],
  validUntil: [({ lists }) => lists('slot.validUntil')],
} as const satisfies Kind<ListWords>['fields']
/** Returns the label of an enumeration value; unknown values are shown as they are. */
const one = (text: (key: never, options: { defaultValue: string }) => string, area: string, value: string) =>
  text(`${area}.${value}` as never, { defaultValue: value })
const inUnit = (label: string, unit: string) => `${label} (${unit})`
/** Removed users and mailboxes stay in the table with a deletion date. */
const unlessRemoved = { deletedAt: { set: 'deleted', unset: 'restored' } } as const

const server = (part: 'incoming' | 'outgoing'): Kind<ListWords>['fields'] => {
  const label = (name: 'host' | 'port' | 'security' | 'user'): ListField[0] => {
    return ({ mailboxes }) => withColon(mailboxes(`field.${part}`), mailboxes(`field.${name}`))
  }
  return {
    [`settings.${part}.host`]: [label('host')],
    [`settings.${part}.port`]: [label('port'), (value) => value],
    [`settings.${part}.security`]: [label('security'), (value, { mailboxes }) => one(mailboxes, 'security', value)],
    [`settings.${part}.user`]: [label('user')],
  }
}

const kinds: Readonly<Record<string, Kind<ListWords>>> = {
  sector: titled(({ lists }) => lists('sectors.one')),
  warehouse: titled(({ lists }) => lists('warehouses.one')),
  forwarding_agency: titled(({ lists }) => lists('forwardingAgencies.one')),
  delivery_condition: { one: ({ lists }) => lists('deliveryConditions.one'), fields: condition },
  payment_condition: { one: ({ lists }) => lists('paymentConditions.one'), fields: condition },
  pallet: {
    one: ({ lists }) => lists('pallets.one'),
    fields: {
      description: [({ lists }) => lists('pallet.description')],
      widthInCm: [({ lists }) => lists('pallet.widthInCm')],
      depthInCm: [({ lists }) => lists('pallet.depthInCm')],
      heightInCm: [({ lists }) => lists('pallet.heightInCm')],
      weightInKg: [({ lists }) => lists('pallet.weightInKg')],
      combinableWithKubus: [({ lists }) => lists('pallet.combinableWithKubus')],
    },
  },
  product: {
    one: ({ lists }) => lists('products.one'),
    fields: {
      title,
      kind: [({ lists }) => lists('product.kind'), (value, { lists }) => one(lists, 'product.is', value)],
      weightInKg: [({ lists }) => lists('product.weightInKg')],
      possiblePallet: [({ lists }) => lists('product.possiblePallet')],
      onsale: [({ lists }) => lists('product.onsale')],
      mainProduct: [({ lists }) => lists('product.mainProduct')],
    },
  },
  predefined_time_slot: {
    one: ({ lists }) => lists('predefinedTimeSlots.one'),
    fields: {
      weekday: [({ lists }) => lists('slot.weekday'), (value, { lists }) => one(lists, 'weekday', value)],
      startTime: [({ lists }) => lists('slot.startTime')],
      endTime: [({ lists }) => lists('slot.endTime')],
      capacity: [({ lists }) => lists('slot.capacity')],
      leadTimeHours: [({ lists }) => lists('slot.leadTimeHours')],
      bufferMinutes: [({ lists }) => lists('slot.bufferMinutes')],
      ...validity,
    },
  },
  time_slot_exception: {
    one: ({ lists }) => lists('timeSlotExceptions.one'),
    fields: {
      day: [({ lists }) => lists('timeSlotExceptions.day')],
      slotId: [({ lists }) => lists('timeSlotExceptions.slotId')],
      reason: [({ lists }) => lists('timeSlotExceptions.reason')],
    },
  },
  absence_email: {
    one: ({ lists }) => lists('absenceEmails.one'),
    fields: {
      userId: [({ lists }) => lists('absence.userId')],
      subject: [({ lists }) => lists('absence.subject')],
      text: [({ lists }) => lists('absence.text')],
      ...validity,
      active: [({ lists }) => lists('absence.active')],
    },
  },
  absence: {
    one: ({ t }) => t('entity.absence'),
    fields: {
      fromAt: [({ absences }) => absences('field.from')],
      untilAt: [({ absences }) => absences('field.until')],
      standInId: [({ absences }) => absences('field.standInRef')],
      flameStandInId: [({ absences }) => absences('field.flameStandInRef')],
      projectStandInId: [({ absences }) => absences('field.projectStandInRef')],
      todoStandInId: [({ absences }) => absences('field.todoStandInRef')],
      mailStandInId: [({ absences }) => absences('field.mailStandInRef')],
      subject: [({ absences }) => absences('field.subject')],
      text: [({ absences }) => absences('field.text')],
    },
  },
  locked_pickup_date: {
    one: ({ t }) => t('entity.lockedPickupDate'),
    fields: { lockedAt: [({ lists }) => lists('lockedPickupDates.date')] },
  },
  holiday_region: {
    one: ({ lists }) => lists('holidayRegions.one'),
    fields: {
      region: [({ lists }) => lists('holidayRegions.region')],
      closesYard: [({ lists }) => lists('holidayRegions.closesYard')],
    },
  },
  pickup_limit: {
    one: ({ lists }) => lists('pickupLimits.one'),
    fields: {
      forwardingAgencyId: [({ lists }) => lists('pickupLimits.forwardingAgencyId')],
      maxCrates: [({ lists }) => lists('pickupLimits.maxCrates')],
      maxWeightInKg: [({ lists }) => lists('pickupLimits.maxWeightInKg')],
    },
  },
  document_classification: titled(({ lists }) => lists('documentClassifications.one')),
  document_classification_user: seenByUser,
  document_classification_role: seenByRole,
  blackboard: {
    one: ({ lists }) => lists('boards.one'),
    fields: {
      title,
      kind: [({ lists }) => lists('board.kind'), (value, { lists }) => one(lists, 'board.is', value)],
      cardShows: [({ lists }) => lists('board.cardShows'), (value, { lists }) => one(lists, 'board.shows', value)],
    },
  },
  blackboard_step: {
    one: ({ lists }) => lists('board.step'),
    fields: {
      title,
      colour: [({ lists }) => lists('board.colour')],
      requires: [({ lists }) => lists('board.requires'), (value, { flames }) => one(flames, 'requirement', value)],
    },
  },
  blackboard_user: seenByUser,
  blackboard_role: seenByRole,
  todo_package: titled(({ lists }) => lists('todoPackages.one')),
  todo_template: {
    one: ({ t }) => t('entity.todo'),
    fields: {
      title: [({ lists }) => lists('todo.title')],
      activities: [({ lists }) => lists('todo.activities')],
      feedback: [({ lists }) => lists('todo.feedback')],
      startFrom: [({ lists }) => lists('todo.startFrom'), (value, { lists }) => one(lists, 'startDate', value)],
      startOperator: [
        ({ lists }) => lists('todo.startOperator'),
        (value, { lists }) => one(lists, 'dayOperator', value),
      ],
      startDays: [({ lists }) => lists('todo.startDays')],
    },
  },
  calc_factor: {
    one: ({ t }) => t('entity.factor'),
    fields: {
      title: [({ calculations }) => calculations('title')],
      value: [({ calculations }) => calculations('factor.value')],
      description: [({ calculations }) => calculations('factor.description')],
    },
  },
  steel_tube: {
    one: ({ calculations }) => calculations('steel.one'),
    fields: {
      title,
      outerWidthInMm: [({ calculations }) => inUnit(calculations('steel.outerWidth'), 'mm')],
      wallInMm: [({ calculations }) => inUnit(calculations('steel.wall'), 'mm')],
      stockLengthInMm: [({ calculations }) => inUnit(calculations('steel.stockLength'), 'mm')],
      weightPerMetreInKg: [({ calculations }) => inUnit(calculations('steel.weight'), 'kg/m')],
      pricePerMetre: [({ calculations }) => inUnit(calculations('steel.price'), 'CHF/m')],
    },
  },
  wood_frame: {
    one: ({ calculations }) => calculations('wood.one'),
    fields: {
      title,
      fromPerimeterInMm: [({ calculations }) => inUnit(calculations('wood.from'), 'mm')],
      toPerimeterInMm: [({ calculations }) => inUnit(calculations('wood.to'), 'mm')],
      boardThicknessInMm: [({ calculations }) => inUnit(calculations('wood.thickness'), 'mm')],
      weightPerSquareMetreInKg: [({ calculations }) => inUnit(calculations('wood.weight'), 'kg/m²')],
      pricePerSquareMetre: [({ calculations }) => inUnit(calculations('wood.price'), 'CHF/m²')],
    },
  },
  mail_template: {
    one: ({ t }) => t('entity.template'),
    fields: {
      title: [({ templates }) => templates('field.title')],
      subject: [({ templates }) => templates('field.subject')],
      content: [({ templates }) => templates('field.content')],
    },
  },
  template_document: {
    one: ({ t }) => t('entity.attachment'),
    fields: { documentId: [({ templates }) => templates('field.documents')] },
  },
  email_signature: {
    one: ({ t }) => t('entity.signature'),
    fields: { content: [({ templates }) => templates('field.content')] },
  },
  letterhead: {
    one: ({ templates }) => templates('letterhead.title'),
    fields: {
      sender: [({ templates }) => templates('letterhead.sender')],
      footer: [({ templates }) => templates('letterhead.footer')],
      logoHash: [({ templates }) => templates('letterhead.logo')],
    },
  },
  library_document: {
    one: ({ t }) => t('entity.file'),
    turns: unlessRemoved,
    fields: {
      name: [({ t }) => t('fileName')],
      classificationId: [({ lists }) => lists('documentClassifications.one')],
    },
  },
  app_user: {
    one: ({ t }) => t('entity.user'),
    turns: unlessRemoved,
    fields: {
      username: [({ users }) => users('field.username')],
      email: [({ users }) => users('field.email')],
      phoneNumber: [({ users }) => users('field.phoneNumber')],
      language: [({ users }) => users('field.language'), (value, { users }) => one(users, 'language', value)],
      roles: [({ users }) => users('field.roles'), (value, { roleName }) => roleName(value)],
      disabled: [({ users }) => users('field.disabledShort')],
      passwordHash: [({ users }) => users('field.password')],
      secondFactorSecret: [({ users }) => users('field.secondFactor')],
      avatarSmall: [({ users }) => users('field.avatar')],
    },
  },
  role: {
    one: ({ t }) => t('entity.role'),
    fields: {
      name: [({ users }) => users('role.name'), (value, { roleName }) => roleName(value)],
      permissions: [
        ({ users }) => users('role.permissions'),
        (permission, { users }) => permissionName(permission, users),
      ],
      requiresSecondFactor: [({ users }) => users('role.requiresSecondFactor')],
    },
  },
  mailbox: {
    one: ({ t }) => t('entity.mailbox'),
    turns: unlessRemoved,
    fields: {
      type: [({ mailboxes }) => mailboxes('field.type'), (value, { mailboxes }) => one(mailboxes, 'type', value)],
      title: [({ mailboxes }) => mailboxes('field.title')],
      address: [({ mailboxes }) => mailboxes('field.address')],
      senderName: [({ mailboxes }) => mailboxes('field.senderName')],
      ...server('incoming'),
      ...server('outgoing'),
      'settings.office.tenantId': [({ mailboxes }) => mailboxes('field.tenantId'), (value) => value],
      'settings.office.clientId': [({ mailboxes }) => mailboxes('field.clientId'), (value) => value],
      'settings.office.user': [({ mailboxes }) => mailboxes('field.officeUser')],
      'settings.office.protocol': [
        ({ mailboxes }) => mailboxes('field.protocol'),
        (value, { mailboxes }) => one(mailboxes, 'protocol', value),
      ],
      'settings.office.secretExpiresOn': [({ mailboxes }) => mailboxes('field.secretExpiresOn')],
      'settings.folders': [({ mailboxes }) => mailboxes('field.folders')],
      'settings.deleteAfterDays': [({ mailboxes }) => mailboxes('field.deleteAfterDays')],
      'settings.marksSeen': [({ mailboxes }) => mailboxes('field.marksSeen')],
      secrets: [({ mailboxes }) => mailboxes('field.password')],
      maxMessageBytes: [({ mailboxes }) => mailboxes('field.maxMessageMb'), (value) => String(Number(value) / 1e6)],
      active: [({ mailboxes }) => mailboxes('field.active')],
    },
  },
}

/** Describes a history entry of a list. */
export const tellListEntry = (entry: HistoryEntry, words: ListWords, names: HistoryPage['names']): Told | null =>
  tellEntry(kinds, { ...entry, changes: entry.changes.flatMap(apart) }, words, names)

type Change = HistoryEntry['changes'][number]

/** Splits the change of an object into changes of its fields. */
function apart({ field, before, after }: Change): Change[] {
  if (!isObject(before) && !isObject(after)) return [{ field, before, after }]
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null))
    .flatMap((name) => apart({ field: `${field}.${name}`, before: old[name] ?? null, after: now[name] ?? null }))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
