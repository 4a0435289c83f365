import { useCallback, useState } from 'react'
import { limits } from '#contract/limits'

const { pageSize } = limits.comment

/**
 * Holds the number of comments to load from the top. It grows with new comments, so that loaded ones stay, because the
 * user may be writing in one.
 */
export function useTop(total: number | undefined) {
  const [asked, setAsked] = useState<{ count: number; of: number }>()
  const { count, of } = asked ?? { count: pageSize, of: total ?? 0 }
  const top = count + Math.max(0, (total ?? 0) - of)
  const older = useCallback(() => setAsked({ count: top + pageSize, of: total ?? 0 }), [top, total])
  if (!asked && total !== undefined) setAsked({ count: pageSize, of: total })
  return { top, older }
}
