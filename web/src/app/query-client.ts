import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, followCalls } from '../api/client.ts'
import { refreshOwn, refreshRefused } from '../api/told.ts'
import { dismissTopic } from '../ui/notices/snackbar.ts'
import { followRefusal, followRightsTold } from './follow-rights.ts'
import { followLost } from './lost-answers.ts'
import { answered, report, silenceOf } from './report-error.ts'

/** Shows errors in the snackbar, except those that a screen shows itself (`quiet`). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      report(error, query.meta?.quiet, silenceOf(error))
      followRefusal(error)
    },
    onSuccess: answered,
  }),
  mutationCache: new MutationCache({
    onError(error, input, _result, { meta }) {
      report(error, meta?.quiet, refusalOf(meta?.call, input))
      followRefusal(error)
    },
    onSuccess(_answer, input, _result, { meta }) {
      answered()
      const refusal = refusalOf(meta?.call, input)
      if (refusal) dismissTopic(refusal)
    },
  }),
  defaultOptions: {
    queries: {
      // requests are sent even when the browser reports no network; screens say that the server is unreachable
      networkMode: 'always',
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && (!(error instanceof ApiError) || error.status === 0),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
})

followCalls({
  changed(told, called, since) {
    followRightsTold(queryClient, told)
    return refreshOwn(queryClient, told, called, since)
  },
  refused: (code, called) => refreshRefused(queryClient, code, called),
  lost: () => void followLost(queryClient),
})

/** Returns the topic of a refused call: a later success of the same call removes its notice. */
function refusalOf(call: string | undefined, input: unknown): string | undefined {
  if (call === undefined) return undefined
  const params = input instanceof Object && 'params' in input ? input.params : {}
  return `${call} ${JSON.stringify(params)}`
}
