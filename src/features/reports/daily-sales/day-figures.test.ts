import { afterAll, beforeAll, expect, it } from 'vitest'
import { weeklySummary } from '#features/reports/weekly-summary/weekly-summary.contract.ts'
import { addDays } from '#shared/day.ts'
import { type Cells, FIGURES_NOW, type FigureHouse, FROM, figureHouse, RANGE, TO, WEEK } from '#tests/figure-house.ts'
import { type Answer, type Proof, proveFigures, type Report } from '#tests/figure-proofs.ts'
import { chosen, mediaFrom } from '#tests/sales-oracle.ts'
import { startApp } from '#tests/start-app.ts'
import { dailySales } from './daily-sales.contract.ts'

/** Every figure of Daily Sales and of the Weekly Summary. */
let house: FigureHouse
beforeAll(async () => {
  house = await figureHouse(await startApp({ sample: false, now: () => FIGURES_NOW }))
}, 120_000)
afterAll(() => house.close())

const dayOf = (day: Answer, locations?: number[]): Proof[] => {
  const { Sales, Net } = house.oracle(addDays(day.Date, -7), addDays(day.Date, -7), locations)
  return [
    [day.Date, day, house.oracle(day.Date, day.Date, locations)],
    [`a week before ${day.Date}`, day.LastWeek, { Sales, Net }],
  ]
}

/** First and last sale on the clock of the place. */
const opened = async (): Promise<Map<string, Cells>> => {
  const rows = await house.sql<{ key: string; first: string; last: string }[]>`
    select s.location_id || ' ' || s.business_date as key, to_char(min(s.closed_at at time zone l.time_zone), 'HH24:MI') as first,
      to_char(max(s.closed_at at time zone l.time_zone), 'HH24:MI') as last
    from sale s join location l on l.venue_id = s.venue_id and l.location_id = s.location_id where s.venue_id = ${house.venueId} and s.kind in (1, 2, 5) and s.n > 0 group by 1`
  return new Map(rows.map(({ key, first, last }) => [key, { first, last }]))
}

const daily = (View: 'summary' | 'detail'): Report => ({
  operation: dailySales.dailySales,
  query: { ...RANGE, View },
  rows: ({ Totals, Locations }) =>
    View === 'summary' ? Totals.Days : Locations.flatMap(({ Days, Name }: Answer) => Days.map((day: Cells) => ({ ...day, Location: Name }))),
  // What came late: edge-cases.test.ts.
  worded: ['Holiday', 'OverLastWeek', 'OnLastWeek', 'OverLastYear', 'OnLastYear', 'LateChanges', 'LateAmount', 'LateAt'],
  totals: ({ Totals: { FirstSale: _, LastSale: __, HoursOpen: ___, ...totals } }) => totals,
  proofs: async ({ Totals, Locations }) => {
    const hours = await opened()
    return [
      ['all', Totals, house.oracle(FROM, TO)],
      ...Totals.Days.flatMap((day: Answer) => dayOf(day)),
      ...Locations.flatMap(({ LocationId, Days, ...own }: Answer) => [
        [`${LocationId}`, own, house.oracle(FROM, TO, [LocationId])],
        ...Days.flatMap((day: Answer) => dayOf(day, [LocationId])),
        ...Days.filter(({ FirstSale }: Answer) => FirstSale).map(({ Date: day, FirstSale, LastSale }: Answer) => [
          `hours ${LocationId} ${day}`,
          [time(FirstSale), time(LastSale)],
          [hours.get(`${LocationId} ${day}`)?.first, hours.get(`${LocationId} ${day}`)?.last],
        ]),
      ]),
    ]
  },
})
const time = (moment: string): string => (moment.includes('T') ? moment.slice(11, 16) : moment.slice(0, 5))

const weekly = (): Report => ({
  operation: weeklySummary.weeklySummary,
  query: RANGE,
  rows: ({ Blocks, Days }) =>
    Blocks.flatMap(({ Rows }: Answer) =>
      Rows.map((row: Answer) => ({ ...row, ...Object.fromEntries(Days.map((day: Answer, i: number) => [day.Date, row.Days[i]])) })),
    ),
  worded: ['Item', 'Unit', 'OverLastWeek', 'OverLastYear'],
  proofs: async ({ Blocks }) => {
    const rowsOf = (block: string) => Blocks.find(({ Block }: Answer) => Block === block).Rows
    const days = WEEK.map((day) => house.oracle(day, day) as Record<string, number>)
    const whole = house.oracle(FROM, TO) as Record<string, number>
    const lastWeek = house.oracle('2026-11-02', '2026-11-08') as Record<string, number>
    const figures = Blocks.flatMap(({ Rows }: Answer) => Rows).filter(({ Key }: Answer) => Key in (days[0] as object))
    expect(figures.map(({ Key }: Answer) => Key)).toEqual(expect.arrayContaining(['Gross', 'Net', 'Amount', 'Tax', 'Sales', 'Cost']))
    const groups = await house.bySql(`s.business_date || '/' || c.sales_group`, 'sum(l.gross - l.promotion - l.discount - l.refund) / 100 as "Net"', 'l.counts')
    const wasted = await house.bySql('s.business_date::text', 'sum(l.cost) / 100 as "Cost"', 'l.wastage and not l.voided')
    const wastedOn = (day: string) => Number(wasted.find(({ key }) => key === day)?.Cost ?? 0)
    const paid = (day: string) => [...mediaFrom(chosen(house.sales, { from: day, to: day })).values()].reduce((sum, net) => sum + net, 0) / 100
    const groupOf = (name: string) => WEEK.map((day) => groups.find(({ key }) => key === `${day}/${name}`)?.Net ?? 0)
    return [
      ...figures.map(({ Key, Days }: Answer): Proof => [Key, Days, days.map((day) => day[Key]) as never]),
      ...figures.map(({ Key, Total, LastWeek }: Answer): Proof => [`${Key} of the week`, { Total, LastWeek }, { Total: whole[Key], LastWeek: lastWeek[Key] }]),
      ...rowsOf('groups')
        .filter(({ Key }: Answer) => Key !== 'Total')
        .map(({ Name, Days }: Answer): Proof => [Name, Days, groupOf(Name) as never]),
      ...rowsOf('wastage').map(({ Days }: Answer): Proof => ['wastage', Days, WEEK.map(wastedOn) as never]),
      ...rowsOf('media')
        .filter(({ Key }: Answer) => Key === 'Total')
        .map(({ Days }: Answer): Proof => ['media', Days, WEEK.map(paid) as never]),
    ]
  },
})

const REPORTS: Record<string, () => Report> = {
  'Daily Sales': () => daily('summary'),
  'Daily Sales by place': () => daily('detail'),
  'Weekly Summary': weekly,
}

it.each(Object.keys(REPORTS))('%s: the answer, CSV, XLSX and the lines say the same', async (name) => {
  await proveFigures(house, (REPORTS[name] as () => Report)())
})
