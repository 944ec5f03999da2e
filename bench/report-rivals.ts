import { hash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { hoursOf } from '#features/reports/kit/period.rules.ts'
import { copyOut } from '#platform/database/copy.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import type { Ask } from './report-asking.ts'
import type { Draw, Row } from './report-draws.ts'

/**
 * The same questions asked elsewhere: straight from the sales and their lines, in PostgreSQL and in DuckDB. Only sums are asked of them:
 * by location and period, and what stands beside them in the answer (tenders, hours of the day, the weeks before, all sales where shares are of those). Freshness, names and
 * the answer itself are ours alone.
 */

const MEASURES = ['n', 'customers', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'amount', 'cost', 'tax', 'non_sales', 'tips', 'rounding']
const LINE_MEASURES = ['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'amount', 'cost', 'tax']
/** The venue's dinner, as its settings have it when nobody changed them. */
const DINNER = { Name: 'Dinner', From: 17, To: 21 }

/** A report's question as SQL that both understand: what it is about first, then what stands beside it. */
export const questionsOf = (venueId: number, row: Row, draw: Draw): string[] => {
  if (row.path === '/reports/weekly-summary') return weeksOf(venueId, draw)
  return [sqlOf(venueId, row, draw), ...besideSales(venueId, row, draw), ...besideRows(venueId, row, draw), ...besideTrend(venueId, row, draw)]
}

/** What is no part of all sales stands with totals of its own, by place and period, and with its share of all sales. */
const besideRows = (venueId: number, { path, unit }: Row, { from, to, locationIds, by }: Draw): string[] => {
  const rows = ROWS[by ? `${path} by ${by}` : path]
  if (!rows || !NOT_OF_SALES.includes(path)) return []
  const where = `s.venue_id = ${venueId} and s.location_id in (${locationIds.join(', ')}) and s.business_date between date '${from}' and date '${to}'`
  const totals = `select s.location_id, date_trunc('${unit}', s.business_date), ${rows.sums} from ${rows.table} where ${rows.only} and ${where} group by 1, 2`
  const all = `select s.location_id, sum(s.gross), sum(s.surcharge), sum(s.amount), sum(s.tax) from sale s where s.kind in (1, 2, 5) and ${where} group by 1`
  return [totals, all]
}

const NOT_OF_SALES = ['/sales/wastage', '/sales/discount']

/** A day stands hour by hour beside the same day of the four weeks before and of a year ago. */
const besideTrend = (venueId: number, { path }: Row, { from, locationIds }: Draw): string[] => {
  if (path !== '/sales/trend') return []
  const days = [0, 7, 14, 21, 28, 364].map((back) => `date '${from}' - ${back}`).join(', ')
  const where = `venue_id = ${venueId} and location_id in (${locationIds.join(', ')}) and business_date in (${days})`
  return [`select location_id, business_date, local_hour, sum(amount - surcharge) from sale where kind in (1, 2, 5) and ${where} group by 1, 2, 3`]
}

/** The Sales Summary tells how it was paid and how the hours of the day were; of chosen items the hours, over a month at most. */
const besideSales = (venueId: number, { path }: Row, { from, to, locationIds, items, weekdays, daypart }: Draw): string[] => {
  if (!SALES_SUMMARY.test(path) || items) return []
  const where = `venue_id = ${venueId} and location_id in (${locationIds.join(', ')}) and business_date between date '${from}' and date '${to}'`
  const days = weekdays ? `and extract(isodow from business_date) in (${weekdays.join(', ')})` : ''
  const paid = `select location_id, media_key, count(*), sum(net) from sale_payment where ${where} ${days} group by 1, 2`
  const sums = 'sum(n), sum(customers), sum(amount), sum(surcharge)'
  const hours = `select location_id, local_hour, ${sums} from sale where kind in (1, 2, 5) and ${where} ${days} group by 1, 2`
  return daypart ? [hours] : [paid, hours]
}

const SALES_SUMMARY = /^\/sales\/(interval|day|week|month|year)$/

/** The week, the one before and the one a year ago: what was sold, by class and by tender. */
const weeksOf = (venueId: number, { from, to, locationIds }: Draw): string[] => {
  const week = (back: number) => `s.business_date between date '${from}' - ${back} and date '${to}' - ${back}`
  const where = `s.venue_id = ${venueId} and s.location_id in (${locationIds.join(', ')}) and (${[0, 7, 364].map(week).join(' or ')})`
  const sums = MEASURES.map((name) => `sum(s.${name})`).join(', ')
  return [
    `select s.location_id, s.business_date, ${sums} from sale s where s.kind in (1, 2, 5) and ${where} group by 1, 2`,
    `select s.class_id, s.business_date, sum(s.amount - s.surcharge) from sale_line s where s.counts and ${where} group by 1, 2`,
    `select s.media_key, s.business_date, sum(s.net) from sale_payment s where ${where} group by 1, 2`,
  ]
}

const sqlOf = (venueId: number, { unit, path }: Row, { from, to, locationIds, items, weekdays, daypart, compare, by }: Draw): string => {
  const bucket = (column: string) => (unit === 'hour' ? 's.local_hour' : unit === 'day' ? column : `date_trunc('${unit}', ${column})`)
  const days = (column: string) => {
    const range = `${column} between date '${from}' and date '${to}'`
    return compare ? `${column} between date '${from}' - ${backOf(compare, from, to)} and date '${to}'` : range
  }
  const filter = [
    weekdays && `extract(isodow from s.business_date) in (${weekdays.join(', ')})`,
    daypart && `s.local_hour % 100 in (${hoursOf(DINNER).join(', ')})`,
  ]
  const where = (alias: string) =>
    [`${alias}.venue_id = ${venueId}`, `${alias}.location_id in (${locationIds.join(', ')})`, days(`${alias}.business_date`), ...filter]
      .filter(Boolean)
      .join(' and ')
  const rows = ROWS[by ? `${path} by ${by}` : path]
  if (rows) return `select ${rows.key}, ${rows.sums} from ${rows.table} ${rows.only ? `where ${rows.only} and` : 'where'} ${where('s')} group by 1`
  if (path === '/sales/membervisits') {
    const visits = `select ${bucket('s.business_date')}, count(distinct (s.card_number, s.business_date)), count(distinct s.card_number)`
    return `${visits} from sale s where s.kind = 1 and s.card_number is not null and ${where('s')} group by 1`
  }
  if (path === '/sales/trend') {
    const year = `s.business_date between date '${from}' - 364 and date '${from}'`
    return `select s.location_id, s.business_date, sum(s.amount), sum(s.n) from sale s where s.venue_id = ${venueId} and s.kind in (1, 2, 5) and ${year} group by 1, 2`
  }
  if (!items) {
    const sums = MEASURES.map((name) => `sum(s.${name})`).join(', ')
    return `select s.location_id, ${bucket('s.business_date')}, ${sums} from sale s where s.kind in (1, 2, 5) and ${where('s')} group by 1, 2`
  }
  const isJoined = unit === 'hour' || Boolean(daypart)
  const sums = [...LINE_MEASURES.map((name) => `sum(l.${name})`), ...(isJoined ? OF_RECEIPTS : [])].join(', ')
  const plus = `l.product_id in (select product_id from product where venue_id = ${venueId} and plu in (${items.map((plu) => `'${plu}'`).join(', ')}))`
  const join = isJoined ? 'join sale s on s.venue_id = l.venue_id and s.sale_id = l.sale_id' : ''
  return `select l.location_id, ${bucket('l.business_date')}, ${sums} from sale_line l ${join} where l.counts and ${plus} and ${where('l')} group by 1, 2`
}

/** What the receipts of chosen items tell: takeaway, delivery and cards, which are not kept by item over a long range. */
const OF_RECEIPTS = [
  'sum(case when s.order_type = 2 then l.n end)',
  'sum(case when s.order_type = 3 then l.n end)',
  'sum(case when s.card_number is not null then l.n end)',
  'sum(case when s.card_number is not null then l.amount end)',
]
const LINE_SUMS = LINE_MEASURES.map((name) => `sum(s.${name})`).join(', ')
const BY_CLASS = { key: 's.class_id', sums: LINE_SUMS, table: 'sale_line s', only: 's.counts' }
const WASTED = { sums: 'count(*), sum(s.qty), sum(s.gross), sum(s.cost)', table: 'sale_line s', only: 's.wastage and not s.voided' }
/** Reports of rows: what each is added up by, and where from. */
const ROWS: Record<string, { key: string; sums: string; table: string; only?: string }> = {
  '/reports/plu-sales': { ...BY_CLASS, key: 's.product_id' },
  '/sales/bestsellers': { ...BY_CLASS, key: 's.product_id' },
  '/sales/group': BY_CLASS,
  '/sales/department': BY_CLASS,
  '/sales/productgroup': BY_CLASS,
  '/sales/gpmargins': { ...BY_CLASS, sums: `${LINE_SUMS}, sum(case when s.cost = 0 then s.amount - s.tax end)` },
  '/sales/employee': { key: 's.clerk_key', sums: MEASURES.map((name) => `sum(s.${name})`).join(', '), table: 'sale s', only: 's.kind in (1, 2, 5)' },
  '/sales/discount': { key: 's.key', sums: 'count(*), sum(s.amount)', table: 'sale_adjustment s', only: 's.kind = 2' },
  '/sales/wastage': { ...WASTED, key: 's.class_id' },
  '/sales/wastage by plu': { ...WASTED, key: 's.product_id' },
  '/sales/wastage by employee': {
    ...WASTED,
    key: 's.clerk_key',
    table: '(select l.*, b.clerk_key from sale_line l join sale b on b.venue_id = l.venue_id and b.sale_id = l.sale_id) s',
  },
  '/sales/wastage by reason': { ...WASTED, key: 's.wastage_reason_key' },
  '/reports/media-summary': { key: 's.media_key', sums: 'count(*), sum(s.net), sum(s.tip), sum(s.change)', table: 'sale_payment s' },
}

const backOf = (compare: string, from: string, to: string): number =>
  compare === 'previous' ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1 : 364

/** Asks PostgreSQL for the sums from the facts, with all it has: its own workers included. */
export const postgresRival = (url: string, venueId: number): { ask: Ask; close: () => Promise<void> } => {
  const sql = connectAsOwner(url)
  const warm = sql.unsafe(`set app.venue = '${venueId}'`)
  return {
    ask: async (row, draw) => {
      await warm
      for (const question of questionsOf(venueId, row, draw)) await sql.unsafe(question)
      return undefined
    },
    close: () => sql.end(),
  }
}

const TABLES = {
  sale: `venue_id int, sale_id bigint, location_id int, kind smallint, business_date date, local_hour smallint, clerk_key int, card_number varchar, order_type smallint, ${MEASURES.map((name) => `${name} bigint`).join(', ')}`,
  sale_line: `venue_id int, sale_id bigint, location_id int, business_date date, product_id int, class_id int, counts boolean, wastage boolean, voided boolean, wastage_reason_key int, ${LINE_MEASURES.map((name) => `${name} bigint`).join(', ')}`,
  sale_payment: 'venue_id int, location_id int, business_date date, media_key int, net bigint, tip bigint, change bigint',
  sale_adjustment: 'venue_id int, location_id int, business_date date, kind smallint, key int, amount bigint',
  product: 'venue_id int, product_id int, plu varchar',
}

/** Asks DuckDB, with native tables and its own threads; they are made once from the group and kept beside it. */
export const duckRival = async (url: string, venueId: number, folder: string): Promise<{ ask: Ask; close: () => Promise<void> }> => {
  const shape = hash('sha1', JSON.stringify(TABLES)).slice(0, 8)
  const file = join(folder, `group-${shape}.duckdb`)
  if (!existsSync(file)) await fillDuck(url, file, join(folder, 'duck-making'))
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  return {
    ask: async (row, draw) => {
      for (const question of questionsOf(venueId, row, draw)) (await connection.runAndReadAll(question)).getRows()
      return undefined
    },
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

const fillDuck = async (url: string, file: string, making: string): Promise<void> => {
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  const owner = connectAsOwner(url)
  const instance = await DuckDBInstance.create(join(making, 'group.duckdb'))
  const connection = await instance.connect()
  for (const [table, columns] of Object.entries(TABLES)) {
    const csv = join(making, `${table}.csv`)
    await writeCsv(owner, table, columns, csv)
    await connection.run(`create table ${table} (${columns})`)
    await connection.run(`copy ${table} from '${csv}' (header false)`)
    rmSync(csv)
  }
  connection.closeSync()
  instance.closeSync()
  renameSync(join(making, 'group.duckdb'), file)
  rmSync(making, { recursive: true })
  await owner.end()
}

/** Sorted as a column store likes it best: by venue, place and day. */
const writeCsv = async (owner: Sql, table: string, columns: string, file: string): Promise<void> => {
  const names = columns.split(', ').map((column) => column.split(' ')[0])
  const order = names.includes('business_date') ? 'order by venue_id, location_id, business_date' : ''
  const connection = await owner.reserve()
  await pipeline(Readable.from(copyOut(connection, `copy (select ${names.join(', ')} from ${table} ${order}) to stdout (format csv)`)), createWriteStream(file))
  connection.release()
}
