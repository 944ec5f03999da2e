/** A value of a row, or nothing. */
type Value = string | number | null

/** The column rows are in the order of. */
interface RowOrder {
  key: string
  descending: boolean
}

/** How an order is written: a column of figures, of a period (2026-11-09, 08:00) or of a location (at:3), with a minus the largest first. */
export const ROW_ORDER = /^-?[A-Za-z0-9][A-Za-z0-9:() -]{0,30}$/

/** Reads an order as addresses and files have it: a column's name, with a minus the largest first. */
export const rowOrder = (sort: string): RowOrder => (sort.startsWith('-') ? { key: sort.slice(1), descending: true } : { key: sort, descending: false })

/** The order as it may be asked for of these columns: an address may keep one of a column that is not there any more. */
export const orderIn = (columns: readonly { key: string }[], sort: string | undefined): string | undefined =>
  sort !== undefined && columns.some(({ key }) => key === rowOrder(sort).key) ? sort : undefined

/**
 * Rows in the order of a column; what has nothing in it comes last, and equal ones stay as they were.
 * @param compare how two values of the column are compared: by size or by letter where nothing else is said
 */
export const inOrder = <Row>(
  rows: readonly Row[],
  { descending }: RowOrder,
  read: (row: Row) => Value,
  compare: (a: string | number, b: string | number) => number = bySize,
): Row[] => {
  const keyed = rows.map((row, i) => ({ row, i, value: read(row) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || a.i - b.i
    const order = compare(a.value, b.value)
    return (descending ? -order : order) || a.i - b.i
  })
  return keyed.map(({ row }) => row)
}

const bySize = (a: string | number, b: string | number): number => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))

/** Columns that begin with what lost most. */
const CHANGES: readonly string[] = [
  'Difference',
  'Change',
  'ChangePercent',
  'OverLastWeek',
  'OnLastWeek',
  'OverLastYear',
  'OnLastYear',
  'OverTarget',
  'OnTarget',
]

/**
 * The order after a press on a column's head: figures begin with the largest, names, ranks and changes with the smallest; once more turns it round.
 * @param risesFirst whether the column begins with its smallest
 */
export const nextOrder = (key: string, sort: string | undefined, risesFirst: boolean): string => {
  const [first, second] = risesFirst || CHANGES.includes(key) ? [key, `-${key}`] : [`-${key}`, key]
  return sort === first ? second : first
}

/** Places by size, the largest first: equal ones share one; nothing and zero have none. */
export const ranksOf = (values: readonly (number | null | undefined)[]): (number | null)[] => {
  const largest = values.filter((value): value is number => typeof value === 'number' && value !== 0).sort((a, b) => b - a)
  const places = new Map<number, number>()
  for (const [i, value] of largest.entries()) if (!places.has(value)) places.set(value, i + 1)
  return values.map((value) => (value ? (places.get(value) ?? null) : null))
}
