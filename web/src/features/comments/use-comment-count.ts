import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { commentApi } from '#contract/comments'
import { limits } from '#contract/limits'
import { refresh, useApi } from '../../api/hooks.ts'

/** How many comments there are; asked again while the page is in sight, and what shows them follows. */
export function useCommentCount(upstreamId: string): number | undefined {
  const client = useQueryClient()
  const every = limits.comment.pollMs
  const data = useApi(commentApi.count, { params: { id: upstreamId } }, { quiet: true, every }).data?.count
  const before = useRef(data)
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== data
    before.current = data
    if (changed) void refresh(client, [commentApi.list])
  }, [data, client])
  return data
}
