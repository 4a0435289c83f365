import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, followCalls } from '../api/client.ts'
import { refreshOwn, refreshRefused } from '../api/told.ts'
import { dismissTopic } from '../ui/notices/snackbar.ts'
import { followRefusal, followRightsTold } from './follow-rights.ts'
import { followLost } from './lost-answers.ts'
import { answered, report, silenceOf } from './report-error.ts'

/** Errors that a screen does not show itself (`quiet`) are told in the snackbar. */
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
      // a screen says that the server is away; what the browser believes of the network does not hold it back
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

/** That a call was refused is said no longer once it succeeds for the same thing. */
function refusalOf(call: string | undefined, input: unknown): string | undefined {
  if (call === undefined) return undefined
  const params = input instanceof Object && 'params' in input ? input.params : {}
  return `${call} ${JSON.stringify(params)}`
}
