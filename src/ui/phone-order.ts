import type { Column } from '#shared/endpoint.ts'

/** As wide as a phone. */
export const PHONE = '(width < 768px)'

const WHOLE = ['Total', 'Net']
const CHANGES = ['Difference', 'Change', 'ChangePercent', 'OverLastWeek', 'OnLastWeek', 'OverLastYear', 'OnLastYear']

/**
 * A table's columns as a phone has them: what it all came to and how that changed stand right after the names, before anybody scrolls
 * sideways. A table without changes and without a sum across stays as it is.
 */
export const phoneOrder = (columns: readonly Column[]): Column[] => {
  const names = columns.slice(
    0,
    Math.max(
      1,
      columns.findIndex(({ kind }) => kind !== 'text' && kind !== 'date'),
    ),
  )
  const rest = columns.slice(names.length)
  // The change a till gives is money.
  const changes = rest.filter(({ key, kind }) => CHANGES.includes(key) && (key !== 'Change' || kind === 'percent'))
  const isSummed = rest.some(({ key }) => key === 'Total')
  if (changes.length === 0 && !isSummed) return [...columns]
  const [whole] = WHOLE.flatMap((name) => rest.filter(({ key }) => key === name))
  const first = whole ? [whole, ...changes] : changes
  return [...names, ...first, ...rest.filter((column) => !first.includes(column))]
}
