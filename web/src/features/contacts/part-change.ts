import { contactApi } from '@glut/contract/contacts'
import { historyApi } from '@glut/contract/history'

/** How every change of an address, mail or number is made: its editor shows the refusals, and the contact is read anew. */
export const partChange = { refreshes: [contactApi.get, contactApi.search, historyApi.ofContact], quiet: true }
