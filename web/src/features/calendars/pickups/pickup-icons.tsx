import HomeIcon from '@mui/icons-material/HomeOutlined'
import LocalShippingIcon from '@mui/icons-material/LocalShippingOutlined'
import PersonIcon from '@mui/icons-material/PersonOutlined'
import type { PickupKind } from './pickup-facts.ts'

/** Beside its colour each kind has a sign. */
export const pickupIcons: Record<PickupKind, typeof HomeIcon> = {
  PICKUP: LocalShippingIcon,
  SELF_PICKUP: PersonIcon,
  DELIVERY: HomeIcon,
}
