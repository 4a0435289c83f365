import HomeIcon from '@mui/icons-material/HomeOutlined'
import LocalShippingIcon from '@mui/icons-material/LocalShippingOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import type { PickupKind } from './pickup-facts.ts'

/** Icons by kind, in addition to the colour. */
export const pickupIcons: Record<PickupKind, typeof HomeIcon> = {
  PICKUP: LocalShippingIcon,
  SELF_PICKUP: PersonIcon,
  DELIVERY: HomeIcon,
}
