import { QueryClient as Client, keepPreviousData, MutationCache, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, AnyOperation } from '#shared/endpoint.ts'
import { call, type InputOf, shownVenue } from './api.ts'
import { CallError, errorText } from './call-error.ts'
import { useLanguage } from './language.tsx'
import type { AskedCall } from './screen.ts'
import { toast } from './toast.tsx'

interface CallOptions<A> {
  /** Not asked while false. */
  enabled?: boolean
  /** Shows the last answer while the next one, for other filters, is on its way. */
  keepLast?: boolean
  /** Asks again every so many seconds while the tab is looked at. */
  everySeconds?: number | undefined
  /** The same, by the last answer: work is followed until it is done. */
  followed?: (answer: A | undefined) => number | undefined
  /** Asked anew whenever it is first drawn: another screen may have changed it a moment ago. */
  fresh?: boolean
  /** An answer that never changes: it is asked for once. */
  unchanging?: boolean
}

/** An operation's answer, asked for when first drawn and kept fresh: `const { data, error, isPending } = useCall(salesByDay, { query })`. */
export const useCall = <O extends AnyOperation>(operation: O, input: InputOf<O>, options: CallOptions<AnswerOf<O>> = {}) => {
  const queries = useQueryClient()
  const enabled = options.enabled ?? true
  const asked = askedFor(operation, input)
  // Sent for while the screen is being drawn: on a slow phone that is done a good while later.
  if (enabled && !queries.getQueryState(asked.queryKey)) void queries.prefetchQuery(asked)
  const query = useQuery<AnswerOf<O>, CallError>({
    ...asked,
    enabled,
    ...(options.fresh ? { refetchOnMount: 'always' as const } : {}),
    ...(options.unchanging ? { staleTime: 'static' as const } : {}),
    ...(options.keepLast ? { placeholderData: keepPreviousData as never } : {}),
    refetchInterval: ({ state }) => {
      const seconds = options.followed ? options.followed(state.data) : options.everySeconds
      return seconds ? seconds * 1000 : false
    },
  })
  // Without a connection nothing is on its way, and the answer to another question must not stand for this one's.
  const isMissing = query.isPaused && (query.data === undefined || query.isPlaceholderData)
  return isMissing ? ({ ...query, data: undefined, error: UNREACHED, isPending: false, isPlaceholderData: false } as unknown as typeof query) : query
}

/** What is said where there is no connection and nothing is kept. */
export const UNREACHED = new CallError(0, 'Offline', { code: 'OfflineRead' })

/** Asks an operation anew after a change. An answer that is still on its way may be from before the change, so it is not waited for. */
export const useAskAgain = <O extends AnyOperation>(operation: O, input?: InputOf<O>): (() => Promise<void>) => {
  const queries = useQueryClient()
  const queryKey = callKey(operation, input)
  return async () => {
    await queries.cancelQueries({ queryKey })
    await queries.refetchQueries({ queryKey, type: 'active' })
  }
}

const askedFor = <O extends AnyOperation>(operation: O, input: InputOf<O>) => ({
  queryKey: callKey(operation, input),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(operation, input, signal)) ?? (null as AnswerOf<O>),
})

/** Asks before anything is drawn; whoever is drawn with the same question finds it asked. */
export const askAhead = (queries: QueryClient, { operation, input }: AskedCall): void => {
  void queries.prefetchQuery(askedFor(operation, input as InputOf<AnyOperation>))
}

/** The cache's name of an answer; a prefix of it (`[venue, method path]`) names every answer of the operation. */
export const callKey = <O extends AnyOperation>(operation: O, input?: InputOf<O>) =>
  input === undefined ? [shownVenue(), `${operation.method} ${operation.path}`] : [shownVenue(), `${operation.method} ${operation.path}`, input]

interface SendOptions<O extends AnyOperation> {
  onDone?: (answer: AnswerOf<O>, sent: InputOf<O>) => unknown
  /** A form that shows its own errors; otherwise a refusal becomes a toast. */
  quiet?: boolean
}

/** Sends a change: `const adjust = useSend(adjustPoints, { onDone }); adjust.mutate({ body })`. Never retried by itself. */
export const useSend = <O extends AnyOperation>(operation: O, options: SendOptions<O> = {}) => {
  const { language } = useLanguage()
  return useMutation<AnswerOf<O>, CallError, InputOf<O>>({
    mutationFn: (input) => call(operation, input),
    onSuccess: (answer, sent) => options.onDone?.(answer, sent),
    onError: (error) => {
      if (!options.quiet) toast.error(errorText(error, language))
    },
  })
}

/**
 * What was changed may show on any screen, a figure on dozens: whatever is opened next asks anew, however young its last answer is. What is on screen is left to whoever
 * made the change.
 */
export const noteChange = (queries: QueryClient): void => void queries.invalidateQueries({ refetchType: 'none' })

/** The app's one cache. Reads are retried where the network or a busy server may recover, never where the answer was no. */
export const newQueryClient = (): QueryClient => {
  const queries: QueryClient = new Client({
    mutationCache: new MutationCache({ onSuccess: () => noteChange(queries) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && error instanceof CallError && [0, 502, 503, 504].includes(error.status),
      },
      // Sent at once or refused, never kept for later.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return queries
}
