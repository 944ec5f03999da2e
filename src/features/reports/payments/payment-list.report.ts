import { daysAsked } from '#features/reports/kit/days-asked.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { toMajor } from '#shared/money.ts'
import type { ListedPayment, PaymentList, PaymentListQuery } from './listed-payments.rules.ts'
import { cardText, LARGEST_FILE, LARGEST_PAGE, readPosition, USUAL_PAGE, writePosition } from './payment-list.rules.ts'
import { isPayout, type PaymentRow, paymentListSums, paymentPage, type WantedPayments } from './payment-list.sql.ts'

/**
 * The payments behind a figure, page by page; count and total are over all of them.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, NotFound for a payout that is not there
 */
export const paymentList = async (scope: VenueScope, query: PaymentListQuery): Promise<PaymentList> => {
  const { range, places } = await daysAsked(scope, query)
  const isNowhere = query.NoLocation === '1'
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const currency = query.Currency ?? (currencies.length > 1 ? undefined : (currencies[0] ?? scope.venue.currency))
  const wanted: WantedPayments = {
    ...range,
    locationIds: isNowhere ? [] : places.map(({ locationId }) => locationId),
    nowhere: scope.allLocations && query.Locations === undefined,
    figure: query.Figure,
    currency,
    where: query.Where,
    payoutId: query.PayoutId,
    wholePayout: query.WholePayout === '1' && query.PayoutId !== undefined,
    state: query.State,
  }
  if (query.PayoutId !== undefined && !(await isPayout(scope, wanted, query.PayoutId))) throw failure('NotFound')
  const isFile = query.format === 'csv' || query.format === 'xlsx'
  const limit = isFile ? LARGEST_PAGE : (query.Limit ?? USUAL_PAGE)
  const page = await paymentPage(scope, wanted, query.After === undefined ? undefined : readPosition(query.After), limit + 1)
  // A file of several pages is added up from the rows it has.
  const sums = isFile && query.After !== undefined ? undefined : await paymentListSums(scope, wanted)
  if (isFile && (sums?.count ?? 0) > LARGEST_FILE) throw failure('RangeTooLong', { limit: '1,000,000 payments in one file' })
  const shown = page.slice(0, limit)
  const last = shown.at(-1)
  const placeOf = (locationId: number | null) => places.find((place) => place.locationId === locationId)
  return {
    FromDate: range.from,
    ToDate: range.to,
    Figure: wanted.figure,
    State: wanted.state ?? null,
    Currency: currency ?? null,
    Count: sums?.count ?? page.length,
    Total: sums && currency !== undefined ? toMajor(sums.value, currency) : null,
    Payments: shown.map((row) => {
      const place = placeOf(row.locationId)
      return listed(row, place?.name ?? null, place?.timeZone ?? places[0]?.timeZone ?? 'UTC')
    }),
    Next: last && page.length > limit ? writePosition(last) : null,
    AsAt: scope.now.toISOString(),
  }
}

const listed = (row: PaymentRow, location: string | null, timeZone: string): ListedPayment => {
  const money = (minor: number) => toMajor(minor, row.currency)
  return {
    Id: row.id,
    PaymentId: row.paymentId,
    Kind: row.kind,
    At: instantIn(row.at, timeZone),
    Day: row.day,
    LocationId: row.locationId,
    Location: location,
    Currency: row.currency,
    Amount: money(row.amount),
    OurFeeTaken: money(row.ourFee),
    ProviderFee: money(row.providerFee),
    Net: money(row.net),
    Value: money(row.value),
    Status: row.status,
    State: row.state,
    Failure: row.failure,
    Card: cardText(row.brand, row.last4),
    PayoutId: row.payoutId,
    PayoutStatus: row.payoutStatus,
    ArrivesOn: row.arrivesOn,
    AnswerBy: row.answerBy && instantIn(row.answerBy, timeZone),
  }
}
