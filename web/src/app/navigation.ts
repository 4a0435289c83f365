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
  /** Role that alone sees the entry, among those that may enter the screen. */
  onlyFor?: RoleName
}

export type GroupName = 'mail' | 'work' | 'tasks' | 'admin'

/** Groups of the drawer in order; the roles of a screen and `onlyFor` say who sees an entry. */
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

/** Returns the groups with the entries that the user may enter, without empty groups. */
export function navigationOf(user: CurrentUser): { name: GroupName; entries: readonly Entry[] }[] {
  return (Object.keys(groups) as GroupName[])
    .map((name) => ({ name, entries: groups[name].filter((entry) => isSeen(entry, user)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Returns whether the user's drawer has an entry for a screen. */
export const isInNavigation = (screen: ScreenName, user: CurrentUser): boolean =>
  Object.values(groups).some((entries) => entries.some((entry) => entry.screen === screen && isSeen(entry, user)))

function isSeen({ screen, onlyFor }: Entry, user: CurrentUser): boolean {
  if (!mayEnter(screens[screen], user)) return false
  // custom roles are named on no entry, so they see all
  return onlyFor === undefined || user.roles.some((role) => role === onlyFor || !isDelivered(role))
}

const isDelivered = (role: string) => (roleNames as readonly string[]).includes(role)

/** Entry that stands for a screen without an entry of its own. */
const above: Partial<Record<ScreenName, ScreenName>> = {
  ...Object.fromEntries(
    Object.values(administration)
      .flat()
      .map((screen) => [screen, 'moreAdminMenu']),
  ),
  programDocs: 'moreAdminMenu',
  imageGallery: 'imageGallery',
  // users without an entry for these screens reach them from the administration's lists
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

/** Returns the entry of the shown screen, or the nearest one that stands for it. */
export function standingFor(shown: ScreenName | undefined, user: CurrentUser): ScreenName | undefined {
  if (shown === undefined || isInNavigation(shown, user)) return shown
  return above[shown] === shown ? undefined : standingFor(above[shown], user)
}
