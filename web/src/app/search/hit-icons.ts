import AttachFileIcon from '@mui/icons-material/AttachFile'
import LightbulbIcon from '@mui/icons-material/Lightbulb'
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment'
import MailIcon from '@mui/icons-material/MailOutlined'
import PersonIcon from '@mui/icons-material/Person'
import TimelineIcon from '@mui/icons-material/Timeline'

/** Icons of hits by type (section 2 of the specification). */
export const hitIcons = {
  CONTACT: PersonIcon,
  FLAME: LocalFireDepartmentIcon,
  PROJECT: LightbulbIcon,
  ENCOUNTER: TimelineIcon,
  EMAIL: MailIcon,
  CONTACT_ATTACHMENT: AttachFileIcon,
}
