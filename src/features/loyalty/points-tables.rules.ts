import { atPeriod } from '#features/reports/kit/by-period.rules.ts'
import { comparedRowName, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { DifferencesAnswer, PointsAnswer, UsageAnswer } from './loyalty-reports.contract.ts'
import { type DifferenceReason, NEEDS_SALES, POINTS_FIGURES, type PointsFigure, USAGE_FIGURES, type UsageFigure } from './points-figures.rules.ts'
import { pointsWords } from './points-report.messages.ts'

type Row = Table['rows'][number]
type Figures = Readonly<Record<string, number | null>>
type Place = Figures | { Name: string; LocationId: number; ByPeriod?: { readonly [name: string]: readonly (number | null)[] } }

interface Ranged {
  FromDate: string
  ToDate: string
  Interval: string | null
  Periods: readonly { Period: string }[]
  Locations: readonly { LocationId: number; Name: string; Currency: string }[]
  AsAt: string
}

const sayIn = (words: Pick<TableWords, 'say'>) => (key: keyof (typeof pointsWords)['en'], values?: Record<string, string>) =>
  words.say(pointsWords, key, values)

/** The currency of all locations; null where they have several. */
const currencyOf = (locations: readonly { Currency: string }[]): string | null => {
  const currencies = [...new Set(locations.map(({ Currency }) => Currency))]
  return currencies.length > 1 ? null : (currencies[0] ?? 'AUD')
}

const headOf = (answer: Ranged, words: TableWords): Column[] => [
  { key: 'Location', title: sayIn(words)('location'), kind: 'text' },
  ...(answer.Interval === null
    ? []
    : [
        { key: 'Period', title: sayIn(words)('period'), kind: answer.Interval === 'day' || answer.Interval === 'week' ? ('date' as const) : ('text' as const) },
      ]),
]

/** A row for each location, or for each of its periods where the report is cut into such. */
const rowsOf = <P extends { Name: string; LocationId: number }>(answer: Ranged & { Locations: readonly P[] }, cells: (figures: Figures) => Row): Row[] =>
  answer.Locations.flatMap((place) => {
    const head = { Location: place.Name, LocationId: place.LocationId }
    const { ByPeriod } = place as Place as { ByPeriod?: { readonly [name: string]: readonly (number | null)[] } }
    if (answer.Interval === null || !ByPeriod) return [{ ...head, ...cells(place as unknown as Figures) }]
    return answer.Periods.map(({ Period }, i) => ({ ...head, Period, ...cells(atPeriod<Record<string, number | null>>(ByPeriod, i)) }))
  })

/** What a figure of the points report is called. */
export const titleOfPoints = (figure: PointsFigure, words: Pick<TableWords, 'say'>): string => {
  if (figure === 'VoucherOther') return sayIn(words)('vouchersOfOther')
  const value = /^Voucher(\d+)$/.exec(figure)?.[1]
  return value ? sayIn(words)('vouchersOf', { value }) : sayIn(words)(figure)
}

/** The roll-forward and the comparison as rows; over the whole range each reason of a difference is a column too. */
export const pointsTable = (answer: PointsAnswer, _query: unknown, words: TableWords): Table => {
  const reasons = answer.Interval === null ? answer.Totals.Explained.map(({ Reason }) => Reason) : []
  const cells = (figures: Figures): Row => Object.fromEntries(POINTS_FIGURES.map((figure) => [figure, figures[figure] ?? null]))
  const why = ({ Explained }: { Explained: PointsAnswer['Totals']['Explained'] }): Row =>
    Object.fromEntries(reasons.map((reason) => [`Reason${reason}`, Explained.find(({ Reason }) => Reason === reason)?.Points ?? 0]))
  const rows = rowsOf(answer, cells)
  return {
    title: sayIn(words)('loyaltyPoints'),
    notes: reportNotes({ ...answer, Currency: currencyOf(answer.Locations) }, {}, words),
    columns: [
      ...headOf(answer, words),
      ...POINTS_FIGURES.map((figure) => ({
        key: figure,
        title: titleOfPoints(figure, words),
        kind: figure === 'VoucherAmount' ? ('money' as const) : ('count' as const),
      })),
      ...reasons.map((reason) => ({ key: `Reason${reason}`, title: sayIn(words)(`reason.${reason}`), kind: 'count' as const })),
    ],
    rows: answer.Interval === null ? rows.map((row, i) => ({ ...row, ...why(answer.Locations[i] ?? answer.Totals) })) : rows,
    totals: { Location: sayIn(words)('allLocations'), ...cells(answer.Totals as unknown as Figures), ...why(answer.Totals) },
    ...(answer.Compare ? { beneath: [{ Location: comparedRowName(answer.Compare.Kind, words), ...cells(answer.Compare.Totals) }] } : {}),
  }
}

/** What a reason of a difference is called. */
export const titleOfReason = (reason: DifferenceReason, words: Pick<TableWords, 'say'>): string => sayIn(words)(`reason.${reason}`)

/** What a figure of the usage summary is called. */
export const titleOfUsage = (figure: UsageFigure, words: Pick<TableWords, 'say'>): string => sayIn(words)(figure)

const USAGE_KINDS: Record<UsageFigure, ColumnKind> = {
  ActiveCards: 'count',
  Uses: 'count',
  MembersSales: 'money',
  Sales: 'money',
  Share: 'percent',
  Accrued: 'count',
  Redeemed: 'count',
  PointsPerDollar: 'quantity',
  RedemptionRate: 'percent',
  PointsLiability: 'count',
}

/** How the programme did, as rows; ratios are written in hundredths. */
export const usageTable = (answer: UsageAnswer, _query: unknown, words: TableWords): Table => {
  const inHundredths = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 100)
  const shown = USAGE_FIGURES.filter((figure) => answer.WithSales || !NEEDS_SALES.includes(figure))
  const cells = (figures: Figures): Row =>
    Object.fromEntries(shown.map((figure) => [figure, USAGE_KINDS[figure] === 'percent' ? inHundredths(figures[figure] ?? null) : (figures[figure] ?? null)]))
  return {
    title: sayIn(words)('usageSummary'),
    notes: reportNotes({ ...answer, Currency: currencyOf(answer.Locations) }, {}, words),
    columns: [...headOf(answer, words), ...shown.map((figure) => ({ key: figure, title: sayIn(words)(figure), kind: USAGE_KINDS[figure] }))],
    rows: rowsOf(answer, cells),
    totals: { Location: sayIn(words)('allLocations'), ...cells(answer.Totals as unknown as Figures) },
  }
}

/** Sales and entries side by side, a row for each difference. */
export const differencesTable = (answer: DifferencesAnswer, _query: unknown, words: TableWords): Table => {
  const say = sayIn(words)
  const text = (key: string, title: string) => ({ key, title, kind: 'text' as const })
  const count = (key: string, title: string) => ({ key, title, kind: 'count' as const })
  return {
    title: say('differences'),
    notes: reportNotes({ ...answer, Currency: currencyOf(answer.Locations) }, {}, words),
    columns: [
      text('Location', say('location')),
      { key: 'Day', title: say('day'), kind: 'date' },
      text('Reason', say('reason')),
      text('Receipt', say('receipt')),
      text('SaleCard', say('saleCard')),
      count('SalePoints', say('salePoints')),
      text('Entry', say('entry')),
      text('EntryCard', say('entryCard')),
      count('EntryPoints', say('entryPoints')),
      count('Points', say('Difference')),
    ],
    rows: answer.Differences.map(({ Reason, Location, Day, Points, Sale, Entry }) => ({
      Location,
      Day,
      Reason: say(`reason.${Reason}`),
      Receipt: Sale?.Receipt ?? null,
      SaleCard: Sale?.CardNumber ?? null,
      SalePoints: Sale?.Points ?? null,
      Entry: Entry?.MovementId ?? null,
      EntryCard: Entry?.CardNumber ?? null,
      EntryPoints: Entry?.Points ?? null,
      Points,
    })),
    totals: { Location: say('allLocations'), Points: answer.Points },
  }
}
