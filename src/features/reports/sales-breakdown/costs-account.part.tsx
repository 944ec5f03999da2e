import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { NothingSoldIn } from '#features/reports/kit/screen/nothing-sold.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, TableWords } from '#shared/endpoint.ts'
import { moneyText, percentText } from '#shared/money.ts'
import { rangeText, rangeToUrl } from '#shared/range.ts'
import { DataTable, Nil, type Row } from '#ui/data-table.tsx'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import styles from './costs-account.module.css'
import { isProvenCost } from './costs-drill.rules.ts'
import { type CostLine, costNotes, costsTable, linesOf, shareOf } from './costs-table.rules.ts'
import { DeliveryChannels } from './delivery-channels.part.tsx'
import { HowCosts } from './how-told.part.tsx'
import type { CostsAnswer } from './sales-breakdown.contract.ts'
import { ViewAndUnit } from './view-and-unit.part.tsx'

interface AccountProps {
  answer: CostsAnswer
  screen: BreakdownScreen
  words: TableWords
  /** The reader may see receipts. */
  withReceipts: boolean
}

/** What sales cost, line by line, and what is left; parts that are not kept yet say so instead of a figure. */
export const CostsAccount = (props: AccountProps) => {
  const { answer, screen } = props
  const sayRow = useSay(breakdownWords)
  const sayOwn = useSay(screenWords)
  const { language } = useLanguage()
  const { state, currency } = screen
  if (isNothing(answer.Totals)) {
    const range = rangeText({ from: answer.FromDate, to: answer.ToDate }, language)
    const title = sayOwn('emptyTitle', { what: sayRow('costs'), range })
    return <NothingSoldIn title={title} locations={answer.Locations} filtered={state.weekdays.length > 0 || state.daypart !== undefined} />
  }
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>
          {sayRow('costs')} <small>{currency}</small> <HowCosts totals={answer.Totals} currency={currency} />
        </h2>
        <ViewAndUnit screen={screen} interval={answer.Interval} withLocations={false} />
      </div>
      {state.view === 'detail' ? <Detail {...props} /> : <Lines {...props} />}
      <DeliveryChannels answer={answer} />
      {costNotes(answer, props.words).map((note) => (
        <p className="note" key={note}>
          {note}
        </p>
      ))}
      <p className="note">{sayOwn('prime')}</p>
      <p className="note">{sayOwn('contribution')}</p>
    </section>
  )
}

/** Nothing sold, nothing written off, nobody paid, no card charged, no channel’s order. */
const isNothing = ({
  NetExTax,
  CostOfGoods,
  Wastage,
  SurchargesReceived,
  Wages,
  PaymentFees,
  StockAdjustments,
  DeliveryCommission,
}: CostsAnswer['Totals']): boolean =>
  [NetExTax, CostOfGoods, Wastage, SurchargesReceived, Wages ?? 0, PaymentFees ?? 0, StockAdjustments ?? 0, DeliveryCommission ?? 0].every(
    (value) => value === 0,
  )

const SUMS: readonly CostLine[] = ['PrimeCost', 'Contribution']

const Lines = ({ answer, screen, withReceipts }: AccountProps) => {
  const sayRow = useSay(breakdownWords)
  const sayTable = useSay(tableWords)
  const { language } = useLanguage()
  const { Totals, Compare } = answer
  const { currency } = screen
  const money = (value: number | null) => (value === null ? <Nil /> : moneyText(value, currency, language, 'plain'))
  const isKept = (line: CostLine) => !(answer.NotKept as readonly string[]).includes(line)
  return (
    <table className={styles.lines}>
      <caption className="sr">{sayRow('costs')}</caption>
      <thead>
        <tr>
          <th scope="col">{sayRow('cost')}</th>
          <th scope="col" className="num">
            {sayRow('amount')}
          </th>
          <th scope="col" className="num">
            {sayRow('percentOfSales')}
          </th>
          {Compare && (
            <th scope="col" className="num">
              {sayTable(`row.${Compare.Kind}`)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {linesOf(answer).map((line) => {
          const share = shareOf(line, Totals)
          return (
            <tr key={line} className={line === 'Contribution' ? 'sum' : SUMS.includes(line) ? styles.partSum : undefined}>
              <th scope="row">{sayRow(line)}</th>
              {isKept(line) ? (
                <>
                  <td className={Number(Totals[line]) < 0 ? `num ${styles.loss}` : 'num'}>
                    {line === 'Wages' || line === 'PaymentFees' ? (
                      <Go {...provenAt(line, screen)}>{money(Totals[line] ?? null)}</Go>
                    ) : withReceipts && isProvenCost(line) && Totals[line] !== null ? (
                      <Go change={{ open: line, receipt: undefined }} {...(screen.open === line ? { 'aria-current': 'true' } : {})}>
                        {money(Totals[line])}
                      </Go>
                    ) : (
                      money(Totals[line] ?? null)
                    )}
                  </td>
                  <td className="num">{share === null ? '' : percentText(share / 100, language, false)}</td>
                  {Compare && <td className="num">{money(Compare.Totals[line] ?? null)}</td>}
                </>
              ) : (
                <td className={`num ${styles.notKept}`} colSpan={Compare ? 3 : 2}>
                  {sayRow(line === 'Wages' || line === 'PaymentFees' || line === 'DeliveryCommission' ? 'notKnown' : 'notKept')}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** T & A of the same days and locations, which proves the wages, and Payments, which prove the fees. */
const PROOFS = { Wages: '/reports/time-attendance', PaymentFees: '/reports/payments' } as const
type ProvenElsewhere = keyof typeof PROOFS
const provenAt = (line: ProvenElsewhere, { range, query }: BreakdownScreen, days: { from: string; to: string } = range, place?: string): Target => ({
  to: PROOFS[line],
  search: { range: rangeToUrl({ from: days.from, to: days.to }), ...((place ?? query.Locations) ? { loc: place ?? query.Locations } : {}) },
})

const Detail = ({ answer, screen, words, withReceipts }: AccountProps) => {
  const period = usePeriodText(answer.Interval)
  const sayRow = useSay(breakdownWords)
  const table = costsTable(answer, { View: 'detail' }, words)
  const behind = (line: ProvenElsewhere, row: Row | 'totals'): Target | undefined => {
    if (row === 'totals') return provenAt(line, screen)
    const period = answer.Periods.find(({ Period }) => Period === row.Period)
    return period && answer.Interval !== 'hour' ? provenAt(line, screen, { from: period.FromDate, to: period.ToDate }, String(row.LocationId)) : undefined
  }
  // A figure of one location and period leads to their own account, with its receipts open.
  const targetOf = (row: Row | 'totals', { key }: Column): Target | undefined => {
    if (key === 'Wages' || key === 'PaymentFees') return behind(key, row)
    if (!withReceipts || !isProvenCost(key)) return undefined
    if (row === 'totals') return { change: { open: key, receipt: undefined, view: undefined } }
    const period = answer.Periods.find(({ Period }) => Period === row.Period)
    if (!period || answer.Interval === 'hour') return undefined
    const range = rangeToUrl({ from: period.FromDate, to: period.ToDate })
    return { change: { open: key, receipt: undefined, view: undefined, loc: String(row.LocationId), range } }
  }
  const columns = table.columns.filter(({ key }) => !(answer.NotKept as readonly string[]).includes(key))
  return (
    <DataTable
      table={{ ...table, columns }}
      caption={sayRow('costs')}
      currency={screen.currency}
      target={targetOf}
      rowKey={(row) => `${row.LocationId} ${row.Period}`}
      cell={(row, column) => (column.key === 'Period' ? (row === 'totals' ? '' : period.long(String(row.Period))) : undefined)}
    />
  )
}
