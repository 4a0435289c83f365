import { contactApi } from '#contract/contacts/contacts'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { historyApi } from '#contract/together/history'
import { routes, without } from '../http/routes.ts'
import {
  completeRecipients,
  contactsByIds,
  countContacts,
  getContact,
  listBin,
  originOf,
  readPart,
  removeContact,
  restoreContact,
  searchContacts,
  updateContact,
  whichIsSupplierOrReseller,
} from './contacts.ts'
import { exportContacts } from './export.ts'
import { historyOfContact } from './history-of-contact.ts'
import {
  addAddress,
  addEmailAddress,
  addPhoneNumber,
  updateAddress,
  updateEmailAddress,
  updatePhoneNumber,
} from './part-changes.ts'
import { removePart } from './parts.ts'

export const contactRoutes = routes(without(contactApi, 'add'), {
  search: ({ ctx, body }) => searchContacts(ctx, body),
  count: ({ ctx, body }) => countContacts(ctx, body),
  byIds: ({ ctx, body }) => contactsByIds(ctx, body.ids),
  exportAsResult: ({ ctx, body, query }) => exportContacts(ctx, body, query.format),
  bin: ({ ctx }) => listBin(ctx),
  emails: ({ ctx, query }) => completeRecipients(ctx, query.searchTerm),
  whichIsSupplierOrReseller: ({ ctx, query }) => whichIsSupplierOrReseller(ctx, query.recipients),
  get: ({ ctx, params }) => getContact(ctx, params.id),
  origin: ({ ctx, params }) => originOf(ctx, params.id),
  update: ({ ctx, params, body }) => updateContact(ctx, params.id, body),
  remove: ({ ctx, params }) => removeContact(ctx, params.id),
  restore: ({ ctx, params }) => restoreContact(ctx, params.id),
})

export const contactHistoryRoutes = routes(
  { ofContact: historyApi.ofContact },
  { ofContact: ({ ctx, params, query }) => historyOfContact(ctx, params.id, query.before) },
)

export const addressRoutes = routes(addressApi, {
  add: ({ ctx, params, body }) => addAddress(ctx, params.id, body),
  get: ({ ctx, params }) => readPart(ctx, 'address', params.id, params.subId),
  update: ({ ctx, params, body }) => updateAddress(ctx, params.id, params.subId, body),
  remove: ({ ctx, params }) => removePart(ctx, 'address', params.id, params.subId),
})

export const emailAddressRoutes = routes(emailAddressApi, {
  add: ({ ctx, params, body }) => addEmailAddress(ctx, params.id, body),
  get: ({ ctx, params }) => readPart(ctx, 'email_address', params.id, params.subId),
  update: ({ ctx, params, body }) => updateEmailAddress(ctx, params.id, params.subId, body),
  remove: ({ ctx, params }) => removePart(ctx, 'email_address', params.id, params.subId),
})

export const phoneNumberRoutes = routes(phoneNumberApi, {
  add: ({ ctx, params, body }) => addPhoneNumber(ctx, params.id, body),
  get: ({ ctx, params }) => readPart(ctx, 'phone_number', params.id, params.subId),
  update: ({ ctx, params, body }) => updatePhoneNumber(ctx, params.id, params.subId, body),
  remove: ({ ctx, params }) => removePart(ctx, 'phone_number', params.id, params.subId),
})
