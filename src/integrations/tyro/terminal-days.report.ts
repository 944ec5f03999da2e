import { linkedPlaces } from '#features/reports/kit/linked-places.sql.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { tenderMethods, tendersTaken } from '#features/sums/reading/tenders.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import { bankDayRows, feeOfDays, type TerminalDayRow, terminalDayRows } from './terminal-days.sql.ts'
import type { DaysQuery, TerminalDays } from './tyro.contract.ts'
import { TYRO_CURRENCY } from './tyro-answers.rules.ts'

const LONGEST_DAYS = 92
const TO_BANK = ['EXTERNAL_BANK_ACCOUNT', 'TYRO_BANK_ACCOUNT', 'TYRO_TRANSACTION_ACCOUNT']
const SENT = ['SENT', 'RESUBMISSION_SENT']

/**
 * Card terminals by day, beside the cards of the till on the trading day of the same date.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const terminalDaysReport = async (scope: VenueScope, query: DaysQuery): Promise<TerminalDays> => {
  const [from, to] = [query.FromDate, query.ToDate]
  checkRange({ from, to }, 'day')
  if (daysIn(from, to) > LONGEST_DAYS) throw failure('RangeTooLong', { limit: `${LONGEST_DAYS} days` })
  const places = scope.chosenLocations(query.Locations ?? [])
  const asked = { locationIds: places.map(({ locationId }) => locationId), from, to }
  const [rows, fee, banks, tills] = await Promise.all([
    terminalDayRows(scope, asked),
    feeOfDays(scope, asked),
    bankDayRows(scope, asked),
    tillDays(scope, places, from, to),
  ])
  const days = withTills(rows, tills)
  const nameOf = (id: number) => places.find(({ locationId }) => locationId === id)?.name ?? ''
  const compared = days.filter(({ till }) => till !== null)
  const sum = (of: (day: ShownDay) => number) => compared.reduce((total, day) => total + of(day), 0)
  const isSent = ({ status }: { status: string | null }) => SENT.includes(status ?? '')
  return {
    FromDate: from,
    ToDate: to,
    LongestDays: LONGEST_DAYS,
    Currency: TYRO_CURRENCY,
    Days: days.map((day) => ({ LocationId: day.locationId, Location: nameOf(day.locationId), Day: day.day, ...figuresOf(day) })),
    Totals: {
      ...figuresOf({ ...summed(days), fee, till: compared.length > 0 ? sum(({ till }) => till ?? 0) : null }),
      // What terminals took on a day that is not compared is no difference.
      Difference:
        compared.length > 0
          ? toMajor(
              sum(({ total, till }) => total - (till ?? 0)),
              TYRO_CURRENCY,
            )
          : null,
    },
    BankDays: banks.map((one) => ({
      LocationId: one.locationId,
      Location: nameOf(one.locationId),
      Day: one.day,
      Line: one.line,
      Amount: one.amount === null ? null : toMajor(one.amount, TYRO_CURRENCY),
      Type: one.type,
      Status: one.status,
      IsSent: isSent(one),
      Reference: one.reference,
    })),
    SentToBank: toMajor(
      banks.reduce((total, one) => total + (isSent(one) && TO_BANK.includes(one.type ?? '') ? (one.amount ?? 0) : 0), 0),
      TYRO_CURRENCY,
    ),
    AsAt: scope.now.toISOString(),
  }
}

type ShownDay = TerminalDayRow & { till: number | null }
const NOTHING = { payments: 0, sales: 0, refunds: 0, surcharges: 0, tips: 0, cashOut: 0, donations: 0, total: 0, fee: 0, settled: 0 }
type Figures = typeof NOTHING & { till: number | null }

/** Days on which the terminals or the cards of the till have something, the newest first. */
const withTills = (rows: readonly TerminalDayRow[], { tills, known }: TillDays): ShownDay[] => {
  const keyOf = ({ locationId, day }: { locationId: number; day: string }) => `${day} ${locationId}`
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const alone = [...tills].flatMap(([key, till]): ShownDay[] =>
    byKey.has(key) || till === 0 ? [] : [{ ...NOTHING, day: key.slice(0, 10), locationId: Number(key.slice(11)), till }],
  )
  const isKnown = ({ locationId, day }: TerminalDayRow) => {
    const span = known.get(locationId)
    return span !== undefined && span.from <= day && day <= span.to
  }
  const both = rows.map((row) => ({ ...row, till: tills.get(keyOf(row)) ?? (isKnown(row) ? 0 : null) }))
  return [...both, ...alone].sort((a, b) => b.day.localeCompare(a.day) || a.locationId - b.locationId)
}

interface TillDays {
  /** By day and location; cents. */
  tills: ReadonlyMap<string, number>
  /** Days that can be compared, by location. */
  known: ReadonlyMap<number, Span>
}

/** Cards of the tills by day and location, on the days whose payments their provider's link knows whole: none after it has ended. */
const tillDays = async (scope: VenueScope, places: readonly ScopeLocation[], from: string, to: string): Promise<TillDays> => {
  const inCurrency = places.filter(({ currency }) => currency === TYRO_CURRENCY)
  const [linked, methods] = await Promise.all([linkedPlaces(scope, inCurrency, 'Tyro'), tenderMethods(scope)])
  const tills = new Map<string, number>()
  const known = new Map<number, Span>()
  for (const { locationId, known: days } of linked) {
    if (!days) continue
    const span = { from: from > days.from ? from : days.from, to: to < days.to ? to : days.to }
    if (span.from > span.to) continue
    known.set(locationId, span)
    for (const { group, mediaKey, net, cashOut } of await tendersTaken(scope, { locationIds: [locationId] }, span, 'day')) {
      const key = `${group} ${locationId}`
      if (methods.get(mediaKey) === 'Card') tills.set(key, (tills.get(key) ?? 0) + net + cashOut)
    }
  }
  return { tills, known }
}

const summed = (days: readonly ShownDay[]): typeof NOTHING =>
  days.reduce(
    (sums, day) => Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, value + day[key as keyof typeof NOTHING]])) as typeof NOTHING,
    NOTHING,
  )

const figuresOf = (day: Figures): TerminalDays['Totals'] => {
  const money = (cents: number) => toMajor(cents, TYRO_CURRENCY)
  return {
    Payments: day.payments,
    Sales: money(day.sales),
    Refunds: money(day.refunds),
    Surcharges: money(day.surcharges),
    Tips: money(day.tips),
    CashOut: money(day.cashOut),
    Donations: money(day.donations),
    Total: money(day.total),
    Fee: money(day.fee),
    Settled: money(day.settled),
    Till: day.till === null ? null : money(day.till),
    Difference: day.till === null ? null : money(day.total - day.till),
  }
}
