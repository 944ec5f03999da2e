import { inOrder, nextOrder, orderIn, ROW_ORDER, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import type { Table } from '#shared/endpoint.ts'
import { useUrlState } from '#ui/url-state.ts'

/** What names a row or a day begins with its first. */
const RISES_FIRST: readonly string[] = ['text', 'date', 'time']

/** A table's rows in the order that its heads were pressed for, which stands in the address; until then as they come. */
export const useSortedRows = (table: Table) => {
  const [url, change] = useUrlState()
  const sort = orderIn(table.columns, ROW_ORDER.test(url.sort ?? '') ? url.sort : undefined)
  const order = sort === undefined ? undefined : rowOrder(sort)
  return {
    rows: order ? inOrder(table.rows, order, (row) => row[order.key] ?? null) : table.rows,
    sort: order,
    onSort: (key: string) => {
      const kind = table.columns.find((column) => column.key === key)?.kind ?? 'text'
      change({ sort: nextOrder(key, sort, RISES_FIRST.includes(kind)) }, 'replace')
    },
  }
}
