import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LiveSales, live } from '#features/live/live.contract.ts'
import { withLiveSales } from '#features/live/live-answer.rules.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { listenTo } from '#ui/listen.ts'
import { callKey } from '#ui/use-call.ts'
import { isChangedBySales, isOfWholeDays } from './live-calls.rules.ts'
import { setLive } from './live-state.part.ts'
import { SOURCE_PATHS } from './sources.rules.ts'

/** Whether sales come in live, and the last event; nothing before it is known. */
export interface LiveStream {
  isUp: boolean | undefined
  told: LiveSales | undefined
}

/** An answer so fresh is not asked for again after the stream was away. */
const FRESH_MS = 5_000
/** Not all browsers at the same moment. */
const APART_MS = 2_000

/**
 * Hears of sales as they happen while it is drawn. Figures of today's sales are what the event says, at once; other reports that a sale changes are asked for again
 * a while after it, and at once where something was missed.
 */
export const useLive = (today: string): LiveStream => {
  const queries = useQueryClient()
  const [stream, setStream] = useState<LiveStream>({ isUp: undefined, told: undefined })
  useEffect(() => {
    let told: LiveSales | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    const refresh = (afterMs: number, olderThanMs: number) => {
      waiting ??= setTimeout(
        () => {
          waiting = undefined
          askAgain(queries, today, olderThanMs)
        },
        afterMs * (1 + Math.random() / 2),
      )
    }
    const stop = listenTo(live.sales, {
      onEvent: (data, isBehind) => {
        told = data
        setStream({ isUp: true, told })
        for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: callKey(SALES) })) bringUpToDate(queries, queryKey, data)
        if (isBehind) {
          clearTimeout(waiting)
          waiting = undefined
        }
        refresh(isBehind ? APART_MS * Math.random() : data.RefreshSeconds * 1000, isBehind ? FRESH_MS : 0)
      },
      onState: (state) => {
        setLive(state === 'up')
        setStream((before) => ({ ...before, isUp: state === 'up' }))
      },
    })
    // An answer that was on its way may be from before the last event.
    const forget = queries.getQueryCache().subscribe((event) => {
      if (told && event.type === 'updated' && event.action.type === 'success') bringUpToDate(queries, event.query.queryKey, told)
    })
    return () => {
      stop()
      forget()
      clearTimeout(waiting)
      setLive(false)
    }
  }, [queries, today])
  return stream
}

const SALES = { method: 'GET', path: SOURCE_PATHS.sales } as AnyOperation
const SALES_NAME = `${SALES.method} ${SALES.path}`

type Asked = readonly [venueId: number, call: string, input?: { query?: Record<string, string> }]

const bringUpToDate = (queries: QueryClient, queryKey: readonly unknown[], told: LiveSales): void => {
  const [, call, input] = queryKey as unknown as Asked
  if (call !== SALES_NAME || !isOfWholeDays(input?.query ?? {})) return
  const known = queries.getQueryState<SalesAnswer>(queryKey)
  const now = known?.data && withLiveSales(known.data, told)
  // It was asked for when it was: what the event does not tell is as old as before.
  if (now) queries.setQueryData(queryKey, now, { updatedAt: known.dataUpdatedAt })
}

const askAgain = (queries: QueryClient, today: string, olderThanMs: number): void => {
  const before = Date.now() - olderThanMs
  void queries.invalidateQueries({
    predicate: ({ queryKey, state }) => {
      const [, call, input] = queryKey as unknown as Asked
      return state.dataUpdatedAt <= before && isChangedBySales(call, input?.query, today)
    },
  })
}
