import type german from '../de/search.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Search everywhere',
  placeholder: 'Contact, flame, e-mail, number, date …',
  searching: 'Searching',
  found: 'Hits',
  failed: 'The search failed.',
  again: 'Search again',
  nothing: 'Nothing found for «{term}».',
  hint: 'Enter searches at once, ↑ ↓ selects, Esc closes.',
  all: 'Show all: {kind}',
  action: { contact: 'New contact', contactNamed: 'New contact «{name}»' },
  kind: {
    recent: 'Recent',
    actions: 'Actions',
    pages: 'Pages',
    CONTACT: 'Contacts',
    FLAME: 'Flames',
    PROJECT: 'Projects',
    ENCOUNTER: 'Encounters',
    EMAIL: 'E-mails',
    CONTACT_ATTACHMENT: 'Documents',
  },
} satisfies Like<typeof german>
