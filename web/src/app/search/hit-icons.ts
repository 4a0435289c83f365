import AttachFileIcon from '@mui/icons-material/AttachFile'
import LightbulbIcon from '@mui/icons-material/Lightbulb'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import MailIcon from '@mui/icons-material/MailOutlined'
import PersonIcon from '@mui/icons-material/Person'
import TimelineIcon from '@mui/icons-material/Timeline'

/** Section 2 of the specification, by the type of a hit. */
export const hitIcons = {
  CONTACT: PersonIcon,
  FLAME: LocalFireDepartmentIcon,
  PROJECT: LightbulbIcon,
  ENCOUNTER: TimelineIcon,
  EMAIL: MailIcon,
  CONTACT_ATTACHMENT: AttachFileIcon,
}
