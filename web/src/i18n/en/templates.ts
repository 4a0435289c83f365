import type de from '../de/templates.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Templates',
  one: 'Template',
  add: 'Add template',
  saved: 'Template “{name}” saved',
  search: 'Find a template',
  empty: 'No templates yet',
  noMatch: 'No template found',
  choose: 'Please choose a template or add a new one.',
  field: { title: 'Title', subject: 'Subject', content: 'Content', documents: 'Shared documents' },
  documentsHint: 'Go with every message made from this template as attachments, in this order.',
  subjectPlaceholder: 'Insert a placeholder into the subject',
  remove: {
    ok: 'Delete',
    title: 'Delete template',
    message: 'Delete template “{name}”?',
    done: 'Template “{name}” deleted',
    undo: 'Undo',
  },
  preview: {
    title: 'Preview',
    contact: 'Contact',
    contactHint: 'With the data of this contact, in their language',
    type: 'Please type a surname or a company',
    noContact: 'No contact found',
    noSubject: '(no subject)',
    samples: 'Examples stand for: {fields}',
  },
  signature: {
    title: 'E-mail signature',
    saved: 'Signature saved',
    user: 'Preview for',
  },
} satisfies Like<typeof de>
