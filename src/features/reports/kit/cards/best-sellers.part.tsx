import { useMemo } from 'react'
import { pluWords } from '#features/reports/kit/products.messages.ts'
import { FileActs } from '#features/reports/kit/screen/file-acts.part.tsx'
import { useSortedRows } from '#features/reports/kit/screen/sorted-rows.part.ts'
import { BEST_BY, type BestBy, bestSellers, PER, type Per } from '#features/reports/plu-sales/best-sellers.contract.ts'
import type { Table } from '#shared/endpoint.ts'
import { Beside } from '#ui/beside.tsx'
import { BlankMenu } from '#ui/blank.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { bestTable } from './best-sellers-table.rules.ts'

const BY_WORDS = { net: 'Net', quantity: 'Quantity', 'gross-profit': 'GrossProfit', growth: 'growth' } as const
const PER_WORDS = { all: 'overall', group: 'Group', department: 'Department', 'product-group': 'ProductGroup', category: 'Category' } as const

/** What stands first on screen: the item and its amounts, which a phone shows before anybody scrolls. */
const FIRST = ['Name', 'Within', 'Net', 'Quantity']

const inSight = (table: Table): Table => ({
  ...table,
  columns: [...FIRST.flatMap((key) => table.columns.filter((column) => column.key === key)), ...table.columns.filter(({ key }) => !FIRST.includes(key))],
})

interface BestSellersProps {
  /** Range, places and comparison, as every call of a report has them. */
  query: Record<string, string>
  currency: string
  config: VenueConfig
  /** How many, of each where they are ranked by groups. */
  top?: number
  /** What an item's net sales lead to. */
  receiptsOf: (plu: string) => Target
}

/** What sells best or slowest in the range of the screen; what it is ranked by stands in the address. */
export const BestSellers = ({ query, currency, config, top = 10, receiptsOf }: BestSellersProps) => {
  const say = useSay(pluWords)
  const speech = useLanguage()
  const [url, change] = useUrlState()
  const by: BestBy = BEST_BY.find((name) => name === url.bestBy) ?? 'net'
  const per: Per = PER.find((name) => name === url.bestPer) ?? 'all'
  const isWorst = url.best === 'worst'
  const asked = { ...query, By: by, Per: per, Order: isWorst ? 'worst' : 'best', Top: String(top) }
  const { data, error, refetch } = useCall(bestSellers.bestSellers, { query: asked as never }, { keepLast: true })
  const table = useMemo(
    () =>
      data &&
      inSight(
        bestTable(
          data,
          {},
          {
            language: speech.language,
            venueName: config.VenueName,
            loyaltyName: speech.loyaltyName,
            say: (messages, key, values) => said(messages, speech, key, values),
          },
        ),
      ),
    [data, speech, config.VenueName],
  )
  const { rows, ...sorting } = useSortedRows(table, 'bestSort')
  const title = say('bestSellers')
  if (data && data.Totals.Rows.length === 0 && data.Totals.Quantity === 0) return null
  return (
    <Beside>
      <div className="bar-head">
        <h2>{title}</h2>
        <BlankMenu
          label={say('by')}
          value={by}
          options={BEST_BY.map((value) => ({ value, label: say(BY_WORDS[value]) }))}
          onChange={(value) => change({ bestBy: value === 'net' ? undefined : value })}
        />
        <BlankMenu
          label={say('perGroup')}
          value={per}
          options={PER.map((value) => ({ value, label: say(PER_WORDS[value]) }))}
          onChange={(value) => change({ bestPer: value === 'all' ? undefined : value })}
        />
        <Segmented
          label={title}
          value={isWorst ? 'worst' : 'best'}
          options={[
            { value: 'best', label: say('best') },
            { value: 'worst', label: say('worst') },
          ]}
          onChange={(value) => change({ best: value === 'worst' ? 'worst' : undefined })}
        />
        <FileActs path={bestSellers.bestSellers.path} query={asked} />
      </div>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : table ? (
        <DataTable
          table={{ ...table, rows }}
          {...sorting}
          caption={title}
          currency={currency}
          className="short"
          rowKey={(row) => `${row.Within} ${row.Key}`}
          target={(row, { key }) => (row !== 'totals' && key === 'Net' ? receiptsOf(String(row.Key)) : undefined)}
        />
      ) : (
        <Waiting rows={6} />
      )}
    </Beside>
  )
}
