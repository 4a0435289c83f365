import { useCallback, useMemo } from 'react'
import type { FlameCard } from '#contract/orders/flames'
import { pathTo } from '#contract/routes'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import type { CardKind } from '../../boards/card-kind.ts'
import { FlameContent } from './FlameContent.tsx'
import { flameKeys } from './flame-keys.ts'
import { packedText } from './packed-text.ts'

/** Returns a function for the name of a flame, which is that of its contact. */
export function useFlameName() {
  const { t } = useTranslation('flames')
  return useCallback((card: FlameCard) => card.contactName || t('unknown'), [t])
}

/** Returns the kind of cards for flames. */
export function useFlameKind(): CardKind<FlameCard> {
  const { t } = useTranslation('flames')
  const nameOf = useFlameName()
  return useMemo(
    () => ({
      mayMove: 'FLAME_MODIFY',
      nameOf,
      hrefOf: (card) => pathTo('flame', flameKeys(card)),
      content: (card, board, now) => <FlameContent card={card} board={board} now={now} />,
      words: {
        emptyStep: t('board.emptyStep'),
        addTo: (step) => t('board.addTo', { step }),
        count: (count) => t('board.count', { count, text: formatNumber(count) }),
        sums: (cards) => {
          const crates = cards.reduce((sum, card) => sum + card.crates, 0)
          return crates === 0
            ? ''
            : packedText(t, { crates, weightInKg: cards.reduce((sum, card) => sum + card.weightInKg, 0) })
        },
      },
    }),
    [t, nameOf],
  )
}
