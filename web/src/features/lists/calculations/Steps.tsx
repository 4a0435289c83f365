import { colonAfter } from '../../../i18n/written.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { Typography } from '../../../ui/text/Typography.tsx'

export interface ShownStep {
  title: string
  /** The formula in words: 'Länge + 2 × Zugabe'. */
  formula: string
  /** The formula with numbers. */
  figures: string
  result: string
}

/** A list of calculation steps. */
export function Steps({ label, steps }: { label: string; steps: readonly ShownStep[] }) {
  return (
    <Box component="ol" aria-label={label} sx={{ m: 0, pl: 5, '& > li': { mb: 1.5 } }}>
      {steps.map(({ title, formula, figures, result }) => (
        <li key={title}>
          <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
            {colonAfter(title)}
          </Typography>{' '}
          <Typography variant="body2" component="span" color="textSecondary">
            {formula}
          </Typography>
          <Typography variant="body2" component="div">
            {figures && `${figures} = `}
            <strong>{result}</strong>
          </Typography>
        </li>
      ))}
    </Box>
  )
}
