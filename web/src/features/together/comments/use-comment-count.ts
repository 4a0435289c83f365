import { commentApi } from '#contract/together/comments'
import { useApi } from '../../../api/hooks.ts'

/** How many comments there are. */
export const useCommentCount = (upstreamId: string): number | undefined =>
  useApi(commentApi.count, { params: { id: upstreamId } }, { quiet: true }).data?.count
