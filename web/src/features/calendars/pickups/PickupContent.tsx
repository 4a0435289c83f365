import CheckIcon from '@mui/icons-material/Check'
import WarningAmberIcon from '@mui/icons-material/WarningAmber'
import type { FlamePickup } from '#contract/orders/flames'
import { timeOf } from './pickup-facts.ts'
import { pickupIcons } from './pickup-icons.tsx'
import type { usePickupWords } from './use-pickup-words.ts'
import './pickups.css'

interface Props {
  pickup: FlamePickup
  words: ReturnType<typeof usePickupWords>
  /** True in the week view, which shows more. */
  full: boolean
}

/** The content of a calendar entry; screen readers get words instead of icons. */
export function PickupContent({ pickup, words, full }: Props) {
  const Icon = pickupIcons[pickup.kind]
  const step = words.stepOf(pickup)
  const missing = words.missingOf(pickup)
  return (
    <div className="pickup" title={words.titleOf(pickup)}>
      <span className="calendar-read">{words.titleOf(pickup)}</span>
      <div aria-hidden>
        <div className="pickup-name">
          <Icon sx={sign} />
          <strong>{timeOf(pickup)}</strong> <span>{words.nameOf(pickup)}</span>
          {pickup.delivered && <CheckIcon sx={sign} color="success" />}
          {missing && <WarningAmberIcon sx={sign} color="warning" />}
        </div>
        <div className="pickup-line">
          {[words.packedOf(pickup), pickup.forwardingAgency].filter(Boolean).join(' · ')}
        </div>
        {full && (
          <>
            <div className="pickup-line">{[step?.board.title, step?.title].filter(Boolean).join(', ')}</div>
            {missing && <div className="pickup-line pickup-missing">{missing}</div>}
          </>
        )}
      </div>
    </div>
  )
}

const sign = { fontSize: 16, flexShrink: 0 } as const
