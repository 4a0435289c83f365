import { mayEnter, type ScreenName, screens } from '@glut/contract/routes'
import type { CurrentUser } from '@glut/contract/users'
import AppsIcon from '@mui/icons-material/Apps'
import ArticleIcon from '@mui/icons-material/Article'
import CalculateIcon from '@mui/icons-material/Calculate'
import CarpenterIcon from '@mui/icons-material/Carpenter'
import CategoryIcon from '@mui/icons-material/Category'
import ContactsIcon from '@mui/icons-material/Contacts'
import CropSquareIcon from '@mui/icons-material/CropSquare'
import DrawIcon from '@mui/icons-material/Draw'
import FolderSharedIcon from '@mui/icons-material/FolderShared'
import GroupIcon from '@mui/icons-material/Group'
import PersonSearchIcon from '@mui/icons-material/PersonSearch'
import PhotoLibraryIcon from '@mui/icons-material/PhotoLibrary'
import UploadFileIcon from '@mui/icons-material/UploadFile'
import ViewColumnIcon from '@mui/icons-material/ViewColumn'
import type SvgIcon from '@mui/material/SvgIcon'

interface Entry {
  screen: ScreenName
  icon: typeof SvgIcon
}

export type GroupName = 'work' | 'admin'

/** The drawer, in its order; who sees an entry is said by the roles of its screen. */
const groups: Record<GroupName, readonly Entry[]> = {
  work: [
    { screen: 'contactSearch', icon: PersonSearchIcon },
    { screen: 'contacts', icon: ContactsIcon },
    { screen: 'imageGallery', icon: PhotoLibraryIcon },
  ],
  admin: [
    { screen: 'users', icon: GroupIcon },
    { screen: 'sharedDocuments', icon: FolderSharedIcon },
    { screen: 'csvImport', icon: UploadFileIcon },
    { screen: 'products', icon: CategoryIcon },
    { screen: 'blackboards', icon: ViewColumnIcon },
    { screen: 'moreAdminMenu', icon: AppsIcon },
    { screen: 'templates', icon: ArticleIcon },
    { screen: 'emailSignature', icon: DrawIcon },
    { screen: 'steelTubes', icon: CropSquareIcon },
    { screen: 'woodFrames', icon: CarpenterIcon },
    { screen: 'calcFactors', icon: CalculateIcon },
  ],
}

/** The groups with what the user may enter; a group with nothing in it is left out. */
export function navigationOf(user: CurrentUser): { name: GroupName; entries: readonly Entry[] }[] {
  return (Object.keys(groups) as GroupName[])
    .map((name) => ({ name, entries: groups[name].filter(({ screen }) => mayEnter(screens[screen], user)) }))
    .filter(({ entries }) => entries.length > 0)
}
