import { afterAll, beforeAll, it } from 'vitest'
import { type Cells, FIGURES_NOW, type FigureHouse, FROM, figureHouse, RANGE, TO } from '#tests/figure-house.ts'
import { type Answer, type Proof, proveFigures, type Report, rowByRow } from '#tests/figure-proofs.ts'
import { startApp } from '#tests/start-app.ts'
import { mediaSummary } from './media-summary.contract.ts'

/** Every figure of the Media Summary, however it is laid out. */
let house: FigureHouse
beforeAll(async () => {
  house = await figureHouse(await startApp({ sample: false, now: () => FIGURES_NOW }))
}, 120_000)
afterAll(() => house.close())

// Money back on a refund is negative; what takes a sale back takes nothing back from anybody.
const SUMS = `sum(case s.kind when 5 then -1 else 1 end)::float8 as "Count", sum(p.tendered)::float8 / 100 as "Tendered",
  sum(p.change)::float8 / 100 as "Change", sum(p.cash_out)::float8 / 100 as "CashOut", sum(p.net)::float8 / 100 as "Net", sum(p.tip)::float8 / 100 as "Tips",
  sum(p.surcharge)::float8 / 100 as "Surcharge", sum(case s.kind when 5 then -greatest(p.net, 0) else greatest(-p.net, 0) end)::float8 / 100 as "Refunds"`
const paid = (key: string) =>
  house.sql.unsafe<Cells[]>(`
    select ${key} as key, ${SUMS}
    from sale_payment p join sale s on s.venue_id = p.venue_id and s.sale_id = p.sale_id join dimension_key d on d.venue_id = p.venue_id and d.key = p.media_key
    where p.venue_id = ${house.venueId} and s.kind in (1, 2, 5) and s.business_date between '${FROM}' and '${TO}' group by 1`)

const media = (By: string, View: 'summary' | 'detail', key: string): Report => ({
  operation: mediaSummary.mediaSummary,
  query: { ...RANGE, By, View },
  rows: ({ Media, Groups, Places }) =>
    View === 'summary'
      ? Media.map(({ Name, ...one }: Cells) => ({ ...one, Media: Name }))
      : Groups.flatMap(({ Media: own, ...group }: Answer, i: number) => [
          ...own,
          group,
          // What a location took, after the last of its tills.
          ...Places.filter(
            ({ LocationId }: Answer) => LocationId === group.LocationId && Groups[i - 1]?.LocationId === LocationId && Groups[i + 1]?.LocationId !== LocationId,
          ),
        ]),
  totals: ({ Totals }) => Totals[0],
  worded: ['Group', 'Media'],
  proofs: async ({ Groups, Media, Places, Totals }) => {
    const all = (await paid('1')).map(({ key: _, ...sums }) => sums)[0] ?? {}
    const { Takings, NonSales, Amount, Tips, Rounding } = house.oracle(FROM, TO)
    return [
      ...rowByRow(
        By,
        Groups.flatMap(({ Key, Media: own }: Answer) => own.map((one: Answer) => [`${Key} ${one.Name}`, one])),
        await paid(`${key} || ' ' || d.name`),
      ),
      ...rowByRow(`${By}: groups`, Groups.map((group: Answer) => [group.Key, group]) as [string, Cells][], await paid(key)),
      ...rowByRow(`${By}: media`, Media.map((one: Answer) => [one.Name, one]) as [string, Cells][], await paid('d.name')),
      ...(By === 'terminal'
        ? rowByRow('places', Places.map((place: Answer) => [String(place.LocationId), place]) as [string, Cells][], await paid('s.location_id::text'))
        : []),
      ['all', Totals[0], { ...all, Takings, Difference: 0 }] as Proof,
      ['sold', { Takings: Totals[0].Takings }, { Takings: Amount + NonSales + Tips + Rounding }] as Proof,
    ]
  },
})

const REPORTS: Record<string, () => Report> = {
  'Media Summary': () => media('location', 'summary', 's.location_id::text'),
  'Media Summary by place': () => media('location', 'detail', 's.location_id::text'),
  'Media Summary by till': () => media('terminal', 'detail', `s.location_id || ':' || s.terminal_key`),
  'Media Summary by hour': () => media('hour', 'detail', 's.local_hour::text'),
  'Media Summary by day': () => media('day', 'detail', 's.business_date::text'),
}

it.each(Object.keys(REPORTS))('%s: the answer, CSV, XLSX and the lines say the same', async (name) => {
  await proveFigures(house, (REPORTS[name] as () => Report)())
})
