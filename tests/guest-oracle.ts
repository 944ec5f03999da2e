import { connectAsOwner } from '#platform/database/database.ts'

/** A receipt as guests are told by it; nothing here is read from the sums a sale carries. */
export interface GuestSale {
  locationId: number
  day: string
  hour: number
  minute: number
  kind: number
  n: number
  covers: number
  /** Opened for a number of people, or a further bill of such a table. */
  isTable: boolean
  card: string | null
  reserved: boolean
  net: number
  surcharge: number
  food: number
  beverage: number
  units: number
}

export interface GuestFilter {
  from: string
  to: string
  locations: readonly number[]
  weekdays?: readonly number[] | undefined
  /** Only these of the days. */
  days?: readonly string[] | undefined
  untilMinute?: number | undefined
}

/** Every receipt of a venue with what its lines say, past every sum that is kept. */
export const readGuests = async (url: string, venueId: number): Promise<GuestSale[]> => {
  const owner = connectAsOwner(url)
  try {
    const rows = await owner`
      select s.sale_id::text as id, s.location_id, s.business_date, s.local_hour, s.local_minute, s.kind, s.n, s.covers, s.customers, s.table_name, s.card_number, s.reservation
      from sale s where s.venue_id = ${venueId} and s.kind in (1, 2, 5)`
    const lines = await owner`
      select l.sale_id::text as id, l.qty, l.cover_units, l.gross - l.promotion - l.discount - l.refund as net, c.sales_group
      from sale_line l join product_class c on c.venue_id = l.venue_id and c.class_id = l.class_id where l.venue_id = ${venueId} and l.counts`
    const surcharges =
      await owner`select sale_id::text as id, sum(amount)::bigint as amount from sale_adjustment where venue_id = ${venueId} and kind = 3 group by 1`
    const surchargeOf = new Map(surcharges.map(({ id, amount }) => [id, Number(amount)]))
    const linesOf = new Map<string, { net: number; group: string; units: number }[]>()
    for (const { id, net, sales_group: group, qty, cover_units: each } of lines)
      linesOf.set(id, [...(linesOf.get(id) ?? []), { net: Number(net), group, units: (Number(qty) / 10_000) * (Number(each) / 10_000) }])
    return rows.map((row) => {
      const own = linesOf.get(row.id) ?? []
      const of = (group: string) => sum(own.filter((line) => line.group === group).map(({ net }) => net))
      return {
        locationId: row.location_id,
        day: row.business_date,
        hour: row.local_hour % 100,
        minute: row.local_minute,
        kind: row.kind,
        n: row.n,
        covers: row.covers,
        isTable: row.covers !== 0 || (row.n !== 0 && row.customers === 0 && row.table_name !== null),
        card: row.card_number,
        reserved: row.reservation !== null,
        net: sum(own.map(({ net }) => net)),
        surcharge: surchargeOf.get(row.id) ?? 0,
        food: of('Food'),
        beverage: of('Beverage'),
        units: sum(own.map(({ units }) => units)),
      }
    })
  } finally {
    await owner.end()
  }
}

/** The receipts a filter means. */
export const guestsIn = (sales: readonly GuestSale[], { from, to, locations, weekdays, days, untilMinute }: GuestFilter): GuestSale[] =>
  sales.filter(
    ({ day, locationId, minute }) =>
      day >= from &&
      day <= to &&
      locations.includes(locationId) &&
      (!days || days.includes(day)) &&
      (!weekdays || weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)) &&
      (untilMinute === undefined || minute <= untilMinute),
  )

/** Covers of receipts by a method, nobody's of what is no sale; lunch from 11 to 15 and dinner from 17 to 21. */
export const coversFrom = (sales: readonly GuestSale[], method: 'patron' | 'item') => {
  const inScope = method === 'item' ? sales : sales.filter(({ isTable }) => isTable)
  const coversOf = (some: readonly GuestSale[]) => sum(some.map((sale) => (method === 'item' ? sale.units : sale.kind === 2 || sale.n === 0 ? 0 : sale.covers)))
  const netOf = (some: readonly GuestSale[], name: 'net' | 'food' | 'beverage' = 'net') => sum(some.map((sale) => sale[name])) / 100
  const [lunch, dinner] = [inScope.filter(({ hour }) => hour >= 11 && hour < 15), inScope.filter(({ hour }) => hour >= 17 && hour < 21)]
  const covers = coversOf(inScope)
  return {
    Sales: sum(inScope.map(({ n }) => n)),
    Covers: covers,
    LunchCovers: coversOf(lunch),
    DinnerCovers: coversOf(dinner),
    BookedCovers: coversOf(inScope.filter(({ reserved }) => reserved)),
    WalkInCovers: coversOf(inScope.filter(({ reserved }) => !reserved)),
    Net: netOf(inScope),
    LunchNet: netOf(lunch),
    DinnerNet: netOf(dinner),
    FoodNet: netOf(inScope, 'food'),
    BeverageNet: netOf(inScope, 'beverage'),
    ...(covers > 0
      ? { PerCover: netOf(inScope) / covers, FoodPerCover: netOf(inScope, 'food') / covers, BeveragePerCover: netOf(inScope, 'beverage') / covers }
      : {}),
    ...(coversOf(lunch) > 0 ? { LunchPerCover: netOf(lunch) / coversOf(lunch) } : {}),
    ...(coversOf(dinner) > 0 ? { DinnerPerCover: netOf(dinner) / coversOf(dinner) } : {}),
  }
}

/** Visits among receipts; `all` are those by which one tells who came before. */
export const visitsFrom = (sales: readonly GuestSale[], all: readonly GuestSale[]) => {
  const daysOf = (some: readonly GuestSale[]) => {
    const balance = new Map<string, number>()
    for (const { card, day, n, locationId, kind } of some)
      if (card !== null && kind !== 2) balance.set(`${card} ${day} ${locationId}`, (balance.get(`${card} ${day} ${locationId}`) ?? 0) + n)
    return new Set([...balance].filter(([, n]) => n > 0).map(([name]) => name.split(' ').slice(0, 2).join(' ')))
  }
  const firstOf = new Map<string, string>()
  for (const name of [...daysOf(all)].sort((a, b) => (a.split(' ')[1] ?? '').localeCompare(b.split(' ')[1] ?? ''))) {
    const [card = '', day = ''] = name.split(' ')
    if (!firstOf.has(card)) firstOf.set(card, day)
  }
  const visits = daysOf(sales)
  const members = new Set([...visits].map((name) => name.split(' ')[0]))
  const isNew = [...visits].filter((name) => firstOf.get(name.split(' ')[0] ?? '') === name.split(' ')[1]).length
  const amount = sum(sales.filter(({ card }) => card !== null).map(({ net, surcharge }) => net + surcharge)) / 100
  const everything = sum(sales.map(({ net, surcharge }) => net + surcharge)) / 100
  return {
    Visits: visits.size,
    UniqueMembers: members.size,
    NewMembers: isNew,
    ReturningMembers: members.size - isNew,
    MemberSales: sum(sales.filter(({ card }) => card !== null).map(({ n }) => n)),
    Amount: amount,
    ...(visits.size > 0 ? { VisitsPerMember: visits.size / members.size, PerVisit: amount / visits.size } : {}),
    ...(everything > 0 ? { SharePercent: Math.round((amount / everything) * 1000) / 10 } : {}),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
