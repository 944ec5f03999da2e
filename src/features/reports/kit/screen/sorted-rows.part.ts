import { inOrder, nextOrder, orderIn, ROW_ORDER, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import type { Table } from '#shared/endpoint.ts'
import { useUrlState } from '#ui/url-state.ts'

/** What names a row or a day begins with its first. */
const RISES_FIRST: readonly string[] = ['text', 'date', 'time']

/**
 * A table's rows in the order that its heads were pressed for, which stands in the address; until then as they come.
 * @param name under which it stands there, on a screen with several tables
 */
export const useSortedRows = (table: Table | undefined, name = 'sort') => {
  const [url, change] = useUrlState()
  const sort = orderIn(table?.columns ?? [], ROW_ORDER.test(url[name] ?? '') ? url[name] : undefined)
  const order = sort === undefined ? undefined : rowOrder(sort)
  const rows = table?.rows ?? []
  return {
    rows: order ? inOrder(rows, order, (row) => row[order.key] ?? null) : rows,
    sort: order,
    onSort: (key: string) => {
      const kind = table?.columns.find((column) => column.key === key)?.kind ?? 'text'
      change({ [name]: nextOrder(key, sort, key.startsWith('Rank') || RISES_FIRST.includes(kind)) }, 'replace')
    },
  }
}
