import AppsIcon from '@mui/icons-material/Apps'
import ArchiveIcon from '@mui/icons-material/ArchiveOutlined'
import ChecklistIcon from '@mui/icons-material/Checklist'
import ContactsIcon from '@mui/icons-material/Contacts'
import EventIcon from '@mui/icons-material/Event'
import LightbulbIcon from '@mui/icons-material/LightbulbOutlined'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import LocalShippingIcon from '@mui/icons-material/LocalShippingOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import NotificationImportantIcon from '@mui/icons-material/NotificationImportantOutlined'
import NotificationsActiveIcon from '@mui/icons-material/NotificationsActive'
import PersonSearchIcon from '@mui/icons-material/PersonSearch'
import PhotoLibraryIcon from '@mui/icons-material/PhotoLibrary'
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined'
import { type RoleName, roleNames } from '#contract/permissions'
import { mayEnter, type ScreenName, screens } from '#contract/routes'
import type { CurrentUser } from '#contract/users/users'
import type { IconComponent } from '../ui/icons/create-icon.ts'
import { administration } from './administration.ts'

interface Entry {
  screen: ScreenName
  icon: IconComponent
  /** Shown to this role alone, of those that may enter the screen. */
  onlyFor?: RoleName
}

export type GroupName = 'mail' | 'work' | 'tasks' | 'admin'

/** The drawer, in its order; who sees an entry is said by the roles of its screen, and by `onlyFor`. */
const groups: Record<GroupName, readonly Entry[]> = {
  mail: [{ screen: 'emails', icon: MailIcon }],
  work: [
    { screen: 'contactSearch', icon: PersonSearchIcon },
    { screen: 'contacts', icon: ContactsIcon },
    { screen: 'imageGallery', icon: PhotoLibraryIcon },
  ],
  tasks: [
    { screen: 'flames', icon: LocalFireDepartmentIcon, onlyFor: 'USER' },
    { screen: 'ownDueFlames', icon: NotificationsActiveIcon, onlyFor: 'USER' },
    { screen: 'projects', icon: LightbulbIcon, onlyFor: 'USER' },
    { screen: 'ownDueProjects', icon: NotificationImportantIcon, onlyFor: 'USER' },
    { screen: 'ownToDos', icon: ChecklistIcon, onlyFor: 'USER' },
    { screen: 'appointmentCalendar', icon: EventIcon },
    { screen: 'pickupCalendar', icon: LocalShippingIcon },
  ],
  admin: [
    { screen: 'dashboards', icon: DashboardIcon },
    { screen: 'moreAdminMenu', icon: AppsIcon },
    { screen: 'allArchivedProjects', icon: ArchiveIcon, onlyFor: 'PROJECT_MANAGER' },
  ],
}

/** The groups with what the user may enter; a group with nothing in it is left out. */
export function navigationOf(user: CurrentUser): { name: GroupName; entries: readonly Entry[] }[] {
  return (Object.keys(groups) as GroupName[])
    .map((name) => ({ name, entries: groups[name].filter((entry) => isSeen(entry, user)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Whether the drawer leads somebody to a screen. */
export const isInNavigation = (screen: ScreenName, user: CurrentUser): boolean =>
  Object.values(groups).some((entries) => entries.some((entry) => entry.screen === screen && isSeen(entry, user)))

function isSeen({ screen, onlyFor }: Entry, user: CurrentUser): boolean {
  if (!mayEnter(screens[screen], user)) return false
  // a role that an admin made is named on no entry
  return onlyFor === undefined || user.roles.some((role) => role === onlyFor || !isDelivered(role))
}

const isDelivered = (role: string) => (roleNames as readonly string[]).includes(role)

/** The entry that stands for a screen which has none of its own. */
const above: Partial<Record<ScreenName, ScreenName>> = {
  ...Object.fromEntries(
    Object.values(administration)
      .flat()
      .map((screen) => [screen, 'moreAdminMenu']),
  ),
  programDocs: 'moreAdminMenu',
  imageGallery: 'imageGallery',
  // whoever has no entry for them reads them in the lists of all
  flames: 'moreAdminMenu',
  projects: 'moreAdminMenu',
  newContact: 'contacts',
  contact: 'contacts',
  contactAttachment: 'contacts',
  contactComment: 'contacts',
  contactEncounter: 'contacts',
  flame: 'flames',
  flameTodos: 'flames',
  newFlame: 'flames',
  project: 'projects',
  projectComment: 'projects',
  email: 'emails',
  emailOfOwner: 'emails',
  emailComment: 'emails',
}

/** The entry of the screen on show, or the nearest that stands for it. */
export function standingFor(shown: ScreenName | undefined, user: CurrentUser): ScreenName | undefined {
  if (shown === undefined || isInNavigation(shown, user)) return shown
  return above[shown] === shown ? undefined : standingFor(above[shown], user)
}
