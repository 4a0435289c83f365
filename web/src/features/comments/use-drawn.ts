import { useCallback, useState } from 'react'

const atOnce = 50

/**
 * How many of many comments are drawn, from the top and at least `reach` of them. What was drawn once stays, because
 * somebody may be writing in it, also when others come in above.
 */
export function useDrawn(total: number, reach: number) {
  const [asked, setAsked] = useState<{ count: number; of: number }>()
  const { count, of } = asked ?? { count: atOnce, of: total }
  const drawn = Math.max(count + Math.max(0, total - of), reach)
  const older = useCallback(() => setAsked({ count: drawn + atOnce, of: total }), [drawn, total])
  if (!asked && total > 0) setAsked({ count: atOnce, of: total })
  return { drawn: Math.min(drawn, total), older }
}
