import type { AriaAttributes, MouseEventHandler } from 'react'
import type { IconComponent } from '../icons/create-icon.ts'
import { Box } from '../layout/Box.tsx'
import { Tooltip } from '../tooltips/Tooltip.tsx'
import { Button } from './Button.tsx'

interface Props extends Pick<AriaAttributes, 'aria-expanded' | 'aria-haspopup'> {
  icon: IconComponent
  label: string
  onClick: MouseEventHandler
}

/** A secondary action beside a title; a narrow container hides the label. */
export function ToolButton({ icon: Icon, label, ...button }: Props) {
  return (
    <Tooltip title={label}>
      <Button aria-label={label} sx={{ minWidth: 36, px: 1.5, gap: 1.5 }} {...button}>
        <Icon fontSize="small" />
        <Box component="span" sx={{ '@container (max-width: 1049.95px)': { display: 'none' } }}>
          {label}
        </Box>
      </Button>
    </Tooltip>
  )
}
