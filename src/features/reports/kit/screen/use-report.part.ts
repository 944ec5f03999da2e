import type { AnyOperation } from '#shared/endpoint.ts'
import type { InputOf } from '#ui/api.ts'
import { useCall } from '#ui/use-call.ts'
import type { ReportScreen } from './report-screen.part.tsx'

const REFRESH_SECONDS = 60

/** A report's answer: the last one stays while the next is on its way, and days that are still traded are asked for again every minute. */
export const useReport = <O extends AnyOperation>(operation: O, query: Record<string, string>, { range, calendar }: ReportScreen) =>
  useCall(operation, { query } as unknown as InputOf<O>, { keepLast: true, everySeconds: range.to >= calendar.today ? REFRESH_SECONDS : undefined })
