import { useState } from 'react'
import { type DuplicateGroupDetail, type DuplicatePair, duplicateApi } from '#contract/contacts/duplicates'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Box } from '../../../ui/layout/Box.tsx'
import { useGo } from '../../../ui/navigation/screens.ts'
import { notify } from '../../../ui/notices/snackbar.ts'
import { Typography } from '../../../ui/text/Typography.tsx'
import { TypeDialog } from '../relations/TypeDialog.tsx'
import { distinctNames } from './distinct-names.ts'
import { Score } from './GroupList.tsx'
import { useReasonWords } from './reason-words.ts'

/** Lists each pair of possible duplicates with the reasons, and two ways to reject it. */
export function PairList({ group }: { group: DuplicateGroupDetail }) {
  const { t } = useTranslation('duplicates')
  const go = useGo()
  const names = distinctNames(group.contacts)
  const nameOf = (ref: string) => names.get(ref) ?? ''
  // back to the list: the id of a group is that of one of its contacts, so the remaining group may have another id
  const leave = () => go('duplicateContacts')
  return (
    <Box component="ul" aria-label={t('group.why')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {group.pairs.map((pair) => (
        <PairRow
          key={`${pair.oneRef} ${pair.otherRef}`}
          pair={pair}
          one={nameOf(pair.oneRef)}
          other={nameOf(pair.otherRef)}
          onSettled={leave}
        />
      ))}
    </Box>
  )
}

interface RowProps {
  pair: DuplicatePair
  one: string
  other: string
  onSettled: () => void
}

function PairRow({ pair, one, other, onSettled }: RowProps) {
  const { t } = useTranslation('duplicates')
  const { sentences } = useReasonWords()
  const [relating, setRelating] = useState(false)
  const settle = useApiMutation(duplicateApi.notDuplicate)
  const relate = useApiMutation(duplicateApi.relation)
  const names = { one, other }

  function dismiss() {
    settle.mutate(
      { body: { contactRefs: [pair.oneRef, pair.otherRef] } },
      {
        onSuccess: () => {
          notify(t('group.notDone', names))
          onSettled()
        },
      },
    )
  }

  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 3,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Score score={pair.score} />
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">{t('list.and', names)}</Typography>
        <Typography variant="body2" color="textSecondary">
          {sentences(pair.reasons).join(' · ')}
        </Typography>
      </Box>
      <Button aria-label={t('group.notOf', names)} loading={settle.isPending} onClick={dismiss}>
        {t('group.not')}
      </Button>
      <Button aria-label={t('group.relatedOf', names)} onClick={() => setRelating(true)}>
        {t('group.related')}
      </Button>
      {relating && (
        <TypeDialog
          title={t('group.related')}
          name={one}
          other={other}
          start={pair.proposedType ?? undefined}
          onSave={async (type) => {
            await relate.mutateAsync({ body: { contactRef: pair.oneRef, otherRef: pair.otherRef, type } })
            notify(t('group.relatedDone', names))
            onSettled()
          }}
          onClose={() => setRelating(false)}
        />
      )}
    </Box>
  )
}
