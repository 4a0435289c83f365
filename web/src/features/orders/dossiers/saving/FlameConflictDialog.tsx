import { ConflictDialog } from '../../../../ui/conflicts/ConflictDialog.tsx'
import { Box } from '../../../../ui/layout/Box.tsx'
import type { FlameValues } from '../dossier-values.ts'
import { valueAt } from './take-values.ts'
import { useDossierWords } from './use-dossier-words.ts'

interface Props {
  /** What both changed, each in another way. */
  paths: readonly string[]
  mine: FlameValues
  theirs: FlameValues
  /** Who saved meanwhile, where that is known. */
  by?: string | undefined
  /** What both began with, where the choice goes into the form. */
  base?: FlameValues | undefined
  /** The paths at which mine is to hold; null when it was cancelled. */
  answer: (chosen: readonly string[] | null) => void
}

/** Somebody else changed the same: both values of each, and the choice. */
export function FlameConflictDialog({ paths, mine, theirs, by, base, answer }: Props) {
  const { labelOf, show } = useDossierWords(mine, theirs)
  const at = (values: FlameValues) => Object.fromEntries(paths.map((path) => [path, valueAt(path, values) ?? null]))
  const [own, others] = [at(mine), at(theirs)]
  return (
    <ConflictDialog<Record<string, unknown>>
      name={mine.dossier.certificateName}
      by={by}
      fields={paths.map((path) => ({
        name: path,
        label: labelOf(path, mine, theirs),
        show: (value) => (
          <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
            {show(path, value) || '–'}
          </Box>
        ),
      }))}
      mine={own}
      theirs={others}
      {...(base ? { base: at(base), intoForm: true } : {})}
      onResolve={(chosen) => answer(paths.filter((path) => JSON.stringify(chosen[path]) === JSON.stringify(own[path])))}
      onCancel={() => answer(null)}
    />
  )
}
