import { useCallback, useState } from 'react'
import { limits } from '#contract/limits'

const { pageSize } = limits.comment

/**
 * How many of many comments are read, from the top. What was read once stays, because somebody may be writing in it, also
 * when others come in above.
 */
export function useTop(total: number | undefined) {
  const [asked, setAsked] = useState<{ count: number; of: number }>()
  const { count, of } = asked ?? { count: pageSize, of: total ?? 0 }
  const top = count + Math.max(0, (total ?? 0) - of)
  const older = useCallback(() => setAsked({ count: top + pageSize, of: total ?? 0 }), [top, total])
  if (!asked && total !== undefined) setAsked({ count: pageSize, of: total })
  return { top, older }
}
