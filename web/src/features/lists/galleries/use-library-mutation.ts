import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors'
import { refresh, refreshIfGone } from '../../../api/hooks.ts'
import type { Library } from './library.ts'

/** A change of a library: what shows it asks again afterwards. */
export function useLibraryMutation<Input, Answer>(
  { reads }: Library,
  change: (input: Input) => Promise<Answer>,
  quiet: readonly ErrorCode[] = [],
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    meta: { quiet },
    onSuccess: () => refresh(client, reads),
    onError: refreshIfGone(client, reads),
  })
}
