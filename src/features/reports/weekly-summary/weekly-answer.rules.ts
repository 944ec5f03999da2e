import { holidaysIn } from '#features/reports/kit/calendar/holidays.rules.ts'
import { holidaysByDay } from '#features/reports/kit/calendar/holidays-by-day.rules.ts'
import { regionsOf } from '#features/reports/kit/clocks.rules.ts'
import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { type FigureName, type Figures, MONEY_FIGURES, netExTaxOf, noSums } from '#features/reports/kit/figures.rules.ts'
import { figuresOf } from '#features/reports/kit/figures-of.rules.ts'
import { type LateByDay, lateOn } from '#features/reports/kit/late-days.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { changePercent, kindOf } from '#features/reports/kit/report-table.rules.ts'
import type { Tally } from '#features/reports/kit/tally.rules.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { type Banking, bankingRows } from './week-banking.rules.ts'
import { type Wages, wageRows } from './week-wages.rules.ts'
import type { Part, StockWeeks } from './weekly-parts.rules.ts'
import type { BLOCKS, WeeklyAnswer, WeeklyRow } from './weekly-summary.contract.ts'

interface Week {
  sold: Tally
  groups: readonly Part[]
  wastage: readonly Part[]
  media: readonly Part[]
  points: readonly Part[]
}

interface Parts {
  range: Span
  places: readonly { locationId: number; region: string; timeZone: string; currency: string }[]
  clocks: readonly { day: string }[]
  currency: string | null
  weeks: { now: Week; lastWeek: Week; lastYear: Week }
  /** The group of each class. */
  groups: ReadonlyMap<number, string>
  /** Of media, by their keys. */
  names: ReadonlyMap<number, string>
  /** Nothing where the reader sees no control sheets. */
  banking: Banking | undefined
  /** Nothing where the reader sees no timesheets. */
  wages: Wages | undefined
  /** Nothing where no stock is kept. */
  stock: StockWeeks | undefined
  freshness: WeeklyAnswer['Locations']
  late: LateByDay
  now: Date
}

/** The week's figures by day and whole, and those of the weeks beside it. */
interface WeekSums {
  days: (Figures | null)[]
  total: Figures
  lastWeek: Figures
  lastYear: Figures
}

const FIGURE_BLOCKS: readonly { block: (typeof BLOCKS)[number]; figures: readonly FigureName[]; sums: readonly FigureName[] }[] = [
  {
    block: 'sales',
    figures: ['Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'Amount', 'Tax', 'AmountExTax'],
    sums: ['Net', 'Amount'],
  },
  { block: 'people', figures: ['Sales', 'AverageSale', 'Customers', 'AverageSpend', 'LoyaltyCount', 'LoyaltySales'], sums: [] },
  { block: 'margin', figures: ['NetExTax', 'Cost', 'GrossProfit', 'GrossProfitPercent'], sums: [] },
]

/** Puts the page together; ratios are made of the totals they are ratios of, and nothing is averaged twice. */
export const weeklyAnswer = (parts: Parts): WeeklyAnswer => {
  const { range, places, clocks, currency, freshness, late, now } = parts
  const days = everyDay(range.from, range.to)
  const todays = [...new Set(clocks.map(({ day }) => day))]
  const states = days.map((day) => (todays.includes(day) ? 'open' : todays.length > 0 && todays.every((today) => today < day) ? 'to-come' : 'closed'))
  const holidays = holidaysByDay(places, range)
  const come = states.map((state) => state !== 'to-come')
  const weekSums = weekSumsOf(parts, come)
  const figureRows = (block: (typeof BLOCKS)[number]) =>
    FIGURE_BLOCKS.filter((one) => one.block === block).flatMap(({ figures, sums }) =>
      figures.map((figure) => figureRow(weekSums, figure, sums.includes(figure), currency)),
    )
  const others = currency === null ? { groups: [], wastage: [], media: [] } : otherRows(parts, currency, days, come, weekSums)
  return {
    FromDate: range.from,
    ToDate: range.to,
    Days: days.map((day, i) => ({
      Date: day,
      State: states[i] as WeeklyAnswer['Days'][number]['State'],
      Holidays: holidays.get(day) ?? [],
      Late: lateOn(late, day, places, currency),
    })),
    LastWeek: weekBeside(parts, WEEK),
    LastYear: weekBeside(parts, YEAR),
    SameElapsedPart: states.some((state) => state !== 'closed'),
    Currency: currency,
    Locations: freshness,
    Blocks: comparableBlocks(parts, [
      { Block: 'sales' as const, Rows: figureRows('sales') },
      { Block: 'groups' as const, Rows: others.groups },
      { Block: 'people' as const, Rows: [...figureRows('people'), ...pointRows(parts, days, come, weekSums)] },
      { Block: 'margin' as const, Rows: figureRows('margin') },
      {
        Block: 'wages' as const,
        Rows: wageRows(
          parts.wages,
          currency,
          days,
          come,
          weekSums,
          (column) => soldByPlace(parts, column),
          states.some((state) => state !== 'closed'),
        ),
      },
      { Block: 'wastage' as const, Rows: others.wastage },
      { Block: 'media' as const, Rows: others.media },
      { Block: 'banking' as const, Rows: bankingRows(parts.banking, currency, days, come, weekSums) },
    ]),
    AsAt: now.toISOString(),
  }
}

/** Against a week that begins before the first sale there is no change. */
const comparableBlocks = ({ range, freshness }: Parts, blocks: WeeklyAnswer['Blocks']): WeeklyAnswer['Blocks'] => {
  const isKnown = (back: number) => noDataBefore([{ FromDate: addDays(range.from, -back) }], freshness) === undefined
  const [week, year] = [isKnown(WEEK), isKnown(YEAR)]
  const known = (row: WeeklyRow) => ({ ...row, OnLastWeek: week ? row.OnLastWeek : null, OnLastYear: year ? row.OnLastYear : null })
  return blocks.map(({ Block, Rows }) => ({ Block, Rows: Rows.map(known) }))
}

/** How far back the weeks beside it lie, in days. */
const [WEEK, YEAR] = [7, 364]

const weekBeside = ({ range, places }: Parts, back: number): WeeklyAnswer['LastWeek'] => {
  const [from, to] = [addDays(range.from, -back), addDays(range.to, -back)]
  const [region, ...others] = regionsOf(places)
  const known = region === undefined || others.length > 0 ? [] : holidaysIn(region, from, to)
  return { FromDate: from, ToDate: to, Holidays: known.map(({ day, key, observed }) => ({ Date: day, Key: key, Observed: observed ?? false })) }
}

const weekSumsOf = ({ places, weeks, currency }: Parts, come: readonly boolean[]): WeekSums => {
  const ids = places.map(({ locationId }) => locationId)
  const sums = noSums()
  const figures = (tally: Tally, column: number): Figures => {
    tally.sumInto(sums, ids, column)
    return figuresOf(sums, currency ?? 'AUD')
  }
  return {
    days: come.map((has, i) => (has ? figures(weeks.now.sold, i + 1) : null)),
    total: figures(weeks.now.sold, 0),
    lastWeek: figures(weeks.lastWeek.sold, 0),
    lastYear: figures(weeks.lastYear.sold, 0),
  }
}

const soldByPlace = ({ places, weeks }: Parts, column: number) =>
  places.map(({ locationId }) => {
    const sums = noSums()
    weeks.now.sold.sumInto(sums, [locationId], column)
    return { locationId, sold: netExTaxOf(sums) }
  })

const NOT_ADDED: readonly FigureName[] = [...MONEY_FIGURES, 'GrossProfitPercent']

const figureRow = ({ days, total, lastWeek, lastYear }: WeekSums, figure: FigureName, sum: boolean, currency: string | null): WeeklyRow => {
  const isAdded = currency !== null || !NOT_ADDED.includes(figure)
  const value = (of: Figures | null): number | null => (of && isAdded ? of[figure] : null)
  const isRatio = figure === 'GrossProfitPercent'
  return {
    Key: figure,
    Name: null,
    Kind: kindOf(figure) as WeeklyRow['Kind'],
    Sum: sum,
    Days: days.map(value),
    Total: value(total),
    LastWeek: value(lastWeek),
    LastYear: value(lastYear),
    OnLastWeek: isAdded && !isRatio ? changePercent(figure, total, lastWeek) : null,
    OnLastYear: isAdded && !isRatio ? changePercent(figure, total, lastYear) : null,
  }
}

const POINT_ROWS = { PointsAccrued: 'accrued', PointsRedeemed: 'redeemed' } as const

/** Points that sales gave and used; they are no money, and so are added up over several currencies too. */
const pointRows = ({ weeks }: Parts, days: readonly string[], come: readonly boolean[], weekSums: WeekSums): WeeklyRow[] =>
  Object.entries(POINT_ROWS).map(([key, name]) => {
    const of = ({ points }: Week, day?: string) =>
      points.reduce((sum, part) => (part.name === name && (day ?? part.day) === part.day ? sum + part.amount : sum), 0)
    const [Total, LastWeek, LastYear] = [of(weeks.now), of(weeks.lastWeek), of(weeks.lastYear)]
    const change = (base: number, sales: number) => changePercent('LoyaltyCount', { LoyaltyCount: Total }, { LoyaltyCount: base, Sales: sales })
    return {
      Key: key,
      Name: null,
      Kind: 'count',
      Sum: false,
      Days: days.map((day, i) => (come[i] ? of(weeks.now, day) : null)),
      Total,
      LastWeek,
      LastYear,
      OnLastWeek: change(LastWeek, weekSums.lastWeek.Sales),
      OnLastYear: change(LastYear, weekSums.lastYear.Sales),
    }
  })

/** Groups and media by what they came to, the sum of each beneath them, and what was wasted and adjusted. */
const otherRows = ({ weeks, stock, groups, names }: Parts, currency: string, days: readonly string[], come: readonly boolean[], weekSums: WeekSums) => {
  const rowOf = partRow(currency, days, come, weekSums)
  const of = (parts: readonly Part[], name: string) => parts.filter((part) => part.name === name)
  const rowsOf = (pick: (week: Week) => readonly Part[], nameOf: (name: string) => string): WeeklyRow[] => {
    const [now, week, year] = [pick(weeks.now), pick(weeks.lastWeek), pick(weeks.lastYear)]
    const all = [...new Set([...now, ...week, ...year].map(({ name }) => name))]
    const rows = all.map((name) => rowOf(name, nameOf(name), false, of(now, name), of(week, name), of(year, name)))
    rows.sort((a, b) => (b.Total ?? 0) - (a.Total ?? 0) || (a.Key < b.Key ? -1 : 1))
    return rows.length === 0 ? [] : [...rows, rowOf('Total', null, true, now, week, year)]
  }
  return {
    groups: rowsOf(
      (week) => week.groups,
      (name) => name,
    ).map((row) => (row.Sum ? row : { ...row, GroupKey: groupKey(groups, row.Key) })),
    media: rowsOf(
      (week) => week.media,
      (key) => names.get(Number(key)) ?? key,
    ),
    wastage: [
      rowOf('Wastage', null, false, weeks.now.wastage, weeks.lastWeek.wastage, weeks.lastYear.wastage),
      ...(stock ? [rowOf('StockAdjustments', null, false, stock.now, stock.lastWeek, stock.lastYear)] : []),
    ],
  }
}

/** What a group is known by in a Sales Breakdown: the smallest class in it. */
const groupKey = (groups: ReadonlyMap<number, string>, group: string): number =>
  Math.min(...[...groups].flatMap(([classId, name]) => (name === group ? [classId] : [])))

const partRow =
  (currency: string, days: readonly string[], come: readonly boolean[], weekSums: WeekSums) =>
  (key: string, name: string | null, sum: boolean, now: readonly Part[], week: readonly Part[], year: readonly Part[]): WeeklyRow => {
    const money = (parts: readonly Part[]) =>
      moneyOf(
        parts.reduce((total, { amount }) => total + amount, 0),
        currency,
      )
    const [Total, LastWeek, LastYear] = [money(now), money(week), money(year)]
    const change = (base: number, sales: number) =>
      changePercent(
        key === 'Wastage' || key === 'StockAdjustments' ? 'Cost' : 'Amount',
        { Cost: Total, Amount: Total },
        { Cost: base, Amount: base, Sales: sales },
      )
    return {
      Key: key,
      Name: name,
      Kind: 'money',
      Sum: sum,
      Days: days.map((day, i) => (come[i] ? money(now.filter((part) => part.day === day)) : null)),
      Total,
      LastWeek,
      LastYear,
      OnLastWeek: change(LastWeek, weekSums.lastWeek.Sales),
      OnLastYear: change(LastYear, weekSums.lastYear.Sales),
    }
  }
