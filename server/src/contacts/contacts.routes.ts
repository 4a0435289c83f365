import { contactApi } from '#contract/contacts/contacts'
import { addressApi, emailAddressApi, phoneNumberApi } from '#contract/contacts/parts'
import { routes } from '../http/routes.ts'
import { linkNewContact } from '../mail/inbox/inbox.ts'
import { assertBoard } from '../orders/boards/boards.ts'
import {
  addContact,
  completeRecipients,
  contactsByIds,
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
import { removePart } from './parts.ts'
import {
  addAddress,
  addEmailAddress,
  addPhoneNumber,
  updateAddress,
  updateEmailAddress,
  updatePhoneNumber,
} from './sub-resources.ts'

export const contactRoutes = routes(contactApi, {
  search: ({ ctx, body }) => searchContacts(ctx, body),
  byIds: ({ ctx, body }) => contactsByIds(ctx, body.ids),
  exportAsResult: ({ ctx, body, query }) => exportContacts(ctx, body, query.format),
  bin: ({ ctx }) => listBin(ctx),
  emails: ({ ctx, query }) => completeRecipients(ctx, query.searchTerm),
  whichIsSupplierOrReseller: ({ ctx, query }) => whichIsSupplierOrReseller(ctx, query.recipients),
  get: ({ ctx, params }) => getContact(ctx, params.id),
  origin: ({ ctx, params }) => originOf(ctx, params.id),
  async add({ ctx, body, query }) {
    if (query.blackboardRef) await assertBoard(ctx, query.blackboardRef, 'blackboardRef')
    const contact = await addContact(ctx, body, query)
    if (query.emailRef) await linkNewContact(ctx, query.emailRef, contact.value.id)
    return contact
  },
  update: ({ ctx, params, body }) => updateContact(ctx, params.id, body),
  remove: ({ ctx, params }) => removeContact(ctx, params.id),
  restore: ({ ctx, params }) => restoreContact(ctx, params.id),
})

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
