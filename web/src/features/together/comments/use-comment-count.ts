import { commentApi } from '#contract/together/comments'
import { useApi } from '../../../api/hooks.ts'

/** Returns the number of comments; undefined while loading. */
export const useCommentCount = (upstreamId: string): number | undefined =>
  useApi(commentApi.count, { params: { id: upstreamId } }, { quiet: true }).data?.count
