import type { Like } from '../like.ts'
import type { de } from './de.ts'

export const en: Like<typeof de> = {
  verb: { READ: 'Read', CREATE: 'Create', MODIFY: 'Modify', DELETE: 'Delete' },
  area: {
    FLAME: 'Flames',
    PROJECT: 'Projects',
    TASKBOARD: 'Taskboards',
    TODO: 'To-dos',
    ENCOUNTER: 'Encounters',
    CONTACT: 'Contacts',
    EMAIL: 'E-mails',
    USER: 'Users',
    CONTACT_DOCUMENTS: 'Contact documents',
    COMMENTS: 'Comments',
  },
  single: {
    PROXY_FLAME: 'Stand-in for flames',
    PROXY_PROJECT: 'Stand-in for projects',
    GENERAL_ADMIN_FUNCTIONS: 'Administration and master data',
    ADMIN_PROJECT: 'Administer projects',
    VIEW_DASHBOARDS: 'View dashboards',
  },
}
