import { type Dim, GRAIN } from '#features/sums/rollup.rules.ts'

/** A way to spoil stored sums of a venue: a statement that spoils a few rows, chosen by a seed. */
export interface Spoiling {
  table: string
  what: string
  statement: (venueId: number, seed: number) => string
  /** Nothing says that it differs: rows that are not there, or say themselves that they do not hold, are only made anew. */
  isOnlyMissing?: boolean
  /** The sums can still be read, or their shape shows that they cannot: reports are right before anything is repaired. */
  isSeen?: boolean
}

/** A few rows of a table. */
const some = (table: string, venueId: number, seed: number, where = 'true', n = 2) =>
  `ctid = any(array(select ctid from ${table} where venue_id = ${venueId} and ${where} order by md5(ctid::text || '${seed}') limit ${n}))`

const changed =
  (table: string, set: string, where?: string, n?: number) =>
  (venueId: number, seed: number): string =>
    `update ${table} set ${set} where venue_id = ${venueId} and ${some(table, venueId, seed, where, n)}`
/** In all rows, so that reports are sure to meet one. */
const changedAll = (table: string, set: string, where?: string) => changed(table, set, where, 100_000)
const lost =
  (table: string, where?: string) =>
  (venueId: number, seed: number): string =>
    `delete from ${table} where venue_id = ${venueId} and ${some(table, venueId, seed, where)}`

/** A row more, made of another. */
const doubled =
  (table: string, columns: string, instead: string, where?: string) =>
  (venueId: number, seed: number): string =>
    `insert into ${table} (${columns}) select ${instead} from ${table} where venue_id = ${venueId} and ${some(table, venueId, seed, where, 1)}`

const ROLLUP =
  'venue_id, grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax'
const ROLLUP_SUMS = 'n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax'
const PRODUCT_DAY = 'venue_id, location_id, day, product_id, n, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, surcharge_tax'
const GUESTS = 'venue_id, location_id, month, through, basis, visit_days, visitors, patron_days, item_days, table_days'
const TOTAL = 'venue_id, location_id, day, kind, subject, sums, format'
/** Other numbers in the middle of a text. */
const othersIn = (column: string) => `${column} = overlay(${column} placing 'AQID' from 21)`
const cut = (column: string) => `${column} = left(${column}, length(${column}) - 7)`
/** Months that are over: those that are packed. */
const OVER = "day < '2026-11-01'"

export const SPOILINGS: readonly Spoiling[] = [
  ...[
    ['a wrong amount', 'amount = amount + 1'],
    ['an absurd amount', 'gross = 1000000000000000'],
    ['an amount that no sum can hold', 'amount = 9000000000000000000'],
    ['a negative quantity', 'qty = -qty - 10000'],
    ['a negative count', 'n = -2000000000'],
  ].map(([what = '', set = '']) => ({ table: 'rollup', what, statement: changed('rollup', set) })),
  { table: 'product_day', what: 'an odd product of a day', statement: changed('product_day', 'amount = amount + 1') },
  { table: 'product_day', what: 'rows lost', statement: lost('product_day', 'amount <> 0') },
  { table: 'rollup', what: 'rows lost', statement: lost('rollup', 'amount <> 0') },
  { table: 'rollup_tender', what: 'a wrong tender', statement: changed('rollup_tender', 'net = net + 1') },
  { table: 'rollup_beside', what: 'rows lost', statement: lost('rollup_beside', 'takeaway + delivery + tips <> 0') },
  { table: 'rollup_cover', what: 'wrong covers', statement: changed('rollup_cover', 'units = units + 1') },
  { table: 'rollup_cover', what: 'a negative count', statement: changed('rollup_cover', 'n = -2000000000') },
  {
    table: 'rollup',
    what: 'a row too many',
    statement: doubled('rollup', ROLLUP, `venue_id, grain, dim, location_id, period, 777777, ${ROLLUP_SUMS}`, 'n > 0'),
  },
  {
    table: 'rollup',
    what: 'a day without trade',
    statement: doubled('rollup', ROLLUP, `venue_id, 1, dim, location_id, date '2020-03-01', key, ${ROLLUP_SUMS}`, 'n > 0 and grain = 1'),
  },
  {
    table: 'rollup',
    what: 'a year without trade',
    statement: doubled('rollup', ROLLUP, `venue_id, 3, dim, location_id, date '2020-01-01', key, ${ROLLUP_SUMS}`, 'n > 0 and grain = 3'),
  },
  {
    table: 'product_day',
    what: 'a day without trade',
    statement: doubled('product_day', PRODUCT_DAY, PRODUCT_DAY.replace('day', "date '2020-03-01'")),
  },
  ...['patron_days', 'item_days', 'table_days', 'visit_days', 'visitors'].flatMap((column) => [
    { table: 'packed_guests', what: `${column} cut short`, statement: changedAll('packed_guests', cut(column), `length(${column}) >= 8`), isSeen: true },
    { table: 'packed_guests', what: `empty ${column}`, statement: changedAll('packed_guests', `${column} = ''`), isSeen: true },
  ]),
  { table: 'packed_guests', what: 'other covers', statement: changed('packed_guests', othersIn('patron_days'), 'length(patron_days) > 30') },
  {
    table: 'packed_guests',
    what: 'other members',
    statement: changed('packed_guests', "visit_days = overlay(visit_days placing 'B' from 9)", 'length(visit_days) > 20'),
  },
  { table: 'packed_guests', what: 'a row lost', statement: lost('packed_guests'), isOnlyMissing: true, isSeen: true },
  {
    table: 'packed_guests',
    what: 'a month without trade',
    statement: doubled('packed_guests', GUESTS, GUESTS.replace('month, through', "date '2026-08-01', date '2026-08-31'"), "month = '2026-09-01'"),
  },
  { table: 'running_total', what: 'other sums', statement: changed('running_total', "sums = 'C' || sums", 'length(sums) > 20') },
  { table: 'running_total', what: 'sums cut short', statement: changedAll('running_total', cut('sums'), 'length(sums) > 20'), isSeen: true },
  { table: 'running_total', what: 'empty sums', statement: changedAll('running_total', "sums = ''"), isSeen: true },
  { table: 'running_total', what: 'sums cut between two keys', statement: changed('running_total', "sums = E'\\n'", 'length(sums) > 20') },
  { table: 'running_total', what: 'rows lost', statement: lost('running_total'), isOnlyMissing: true, isSeen: true },
  { table: 'running_total', what: 'an unknown subject', statement: doubled('running_total', TOTAL, TOTAL.replace('subject', '99'), OVER), isSeen: true },
  {
    table: 'running_total',
    what: 'a month without trade',
    statement: doubled('running_total', TOTAL, TOTAL.replace('day', "date '2026-08-31'"), "kind = 0 and day = '2026-09-30'"),
    isSeen: true,
  },
  {
    table: 'trading_day_state',
    what: 'wrong hours',
    statement: changed('trading_day_state', 'first_clock = 1, open_minutes = -5', 'hours_at_change is not null'),
  },
  { table: 'trading_day_state', what: 'products not added up', statement: changed('trading_day_state', 'products_at_change = null'), isOnlyMissing: true },
  { table: 'trading_day_state', what: 'a day lost', statement: lost('trading_day_state', "day between '2026-09-01' and '2026-10-20'") },
]

/** Changes what a dimension says of the day on which it says most, wherever that is. */
export const highestDayChanged = (dim: Dim, set: string): string => {
  const days = `venue_id = 1 and grain = ${GRAIN.day} and dim = ${dim}`
  return `update rollup set ${set} where ${days} and amount = (select max(amount) from rollup where ${days})`
}

/** Changes what a dimension says of a day, at every place. */
export const dayChanged = (dim: Dim, day: string, set: string): string =>
  `update rollup set ${set} where venue_id = 1 and grain = ${GRAIN.day} and dim = ${dim} and period = '${day}'`

/** All that is stored by day, month and year is lost. */
export const EVERY_DAY_LOST = 'delete from rollup where venue_id = 1; delete from product_day where venue_id = 1'

/** Has the running totals at the end of a month say what those of an earlier one say, at the first place. */
export const earlierMonthRepeated = (subject: number, monthEnd: string, earlier: string): string => {
  const of = (row: string) => `${row}.venue_id = 1 and ${row}.location_id = 1 and ${row}.subject = ${subject}`
  return `update running_total t set sums = o.sums from running_total o where ${of('t')} and t.kind = o.kind and t.day = '${monthEnd}' and ${of('o')} and o.day = '${earlier}'`
}
