import { ConflictDialog } from '../../../../ui/conflicts/ConflictDialog.tsx'
import { Box } from '../../../../ui/layout/Box.tsx'
import type { FlameValues } from '../dossier-values.ts'
import { valueAt } from './take-values.ts'
import { useDossierWords } from './use-dossier-words.ts'

interface Props {
  /** Paths that both users changed differently. */
  paths: readonly string[]
  mine: FlameValues
  theirs: FlameValues
  /** Name of the user who saved meanwhile, if known. */
  by?: string | undefined
  /** Original values; set if the result goes into the form. */
  base?: FlameValues | undefined
  /** Called with the paths where this user's values are kept; null on cancel. */
  answer: (chosen: readonly string[] | null) => void
}

/** Shows both values of each field changed by two users, with a choice. */
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
