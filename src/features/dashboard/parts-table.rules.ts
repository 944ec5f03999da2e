import type { Column, ColumnKind, Table } from '#shared/endpoint.ts'
import { changeFrom } from './change.rules.ts'
import type { Metric, MetricUnit } from './metrics.rules.ts'
import type { Part, Reading } from './read-metric.rules.ts'

const KINDS: Record<MetricUnit, ColumnKind> = { money: 'money', count: 'quantity', percent: 'percent', hours: 'quantity' }

/** The titles of the columns, in the language on screen. */
interface Titles {
  title: string
  part: string
  sold: string
  value: string
  before: string
  change: string
  customers: string
  received: string
  total: string
}

interface PartsTable {
  metric: Metric
  parts: readonly Part[]
  /** What all parts come to, where that is told under them. */
  total: Reading | undefined
  /** It is compared with nothing before the first sale. */
  isKnown: boolean
  titles: Titles
  /** Writes when a place last sent data. */
  momentOf: (at: string, today: string) => string
}

/** The parts of a measure as rows: how much, how much before, the change, and what else is known of them. */
export const partsTable = ({ metric, parts, total, isKnown, titles, momentOf }: PartsTable): Table => {
  const has = (name: 'before' | 'quantity' | 'customers' | 'received') => parts.some((part) => part[name] !== undefined && part[name] !== null)
  const kind = KINDS[metric.unit]
  const columns: (Column | false)[] = [
    { key: 'name', title: titles.part, kind: 'text' },
    has('quantity') && { key: 'quantity', title: titles.sold, kind: 'quantity' },
    { key: 'value', title: titles.value, kind },
    has('before') && { key: 'before', title: titles.before, kind },
    has('before') && { key: 'change', title: titles.change, kind: 'percent' },
    has('customers') && { key: 'customers', title: titles.customers, kind: 'count' },
    has('received') && { key: 'received', title: titles.received, kind: 'text' },
  ]
  const rowOf = ({ key, name, value, before, quantity, customers, received }: Part) => ({
    ...{ key, name, value, before: before ?? null, quantity: quantity ?? null, customers: customers ?? null },
    change: isKnown ? percentOf(changeFrom(metric, value, before)?.ratio) : null,
    received: received?.at ? momentOf(received.at, received.today) : null,
  })
  return {
    title: titles.title,
    notes: [],
    columns: columns.filter((column) => column !== false),
    rows: parts.map(rowOf),
    ...(total ? { totals: rowOf({ key: 'totals', name: titles.total, value: total.total, before: total.before, customers: total.customers }) } : {}),
  }
}

const percentOf = (ratio: number | undefined) => (ratio === undefined ? null : Math.round(ratio * 1000) / 10)
