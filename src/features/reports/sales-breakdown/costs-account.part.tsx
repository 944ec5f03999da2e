import type { TableWords } from '#shared/endpoint.ts'
import { moneyText, percentText } from '#shared/money.ts'
import { DataTable, Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { usePeriodText } from '../screen/period-text.part.tsx'
import { tableWords } from '../table.messages.ts'
import { breakdownWords } from './breakdown.messages.ts'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { COST_LINES, type CostLine, costsTable, shareOf } from './costs-table.rules.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'
import { ViewAndUnit } from './view-and-unit.part.tsx'

interface AccountProps {
  answer: CostsAnswer
  screen: BreakdownScreen
  words: TableWords
}

/** What sales cost, line by line, and what is left; parts that are not kept yet say so instead of a figure. */
export const CostsAccount = ({ answer, screen, words }: AccountProps) => {
  const sayRow = useSay(breakdownWords)
  const sayOwn = useSay(screenWords)
  const sayTable = useSay(tableWords)
  const { state, currency } = screen
  return (
    <section className="ledger breakdown costs">
      <div className="bar-head">
        <h2>
          {sayRow('costs')} <small>{currency}</small>
        </h2>
        <ViewAndUnit screen={screen} interval={answer.Interval} withLocations={false} />
      </div>
      {state.view === 'detail' ? <Detail answer={answer} screen={screen} words={words} /> : <Lines answer={answer} currency={currency} />}
      <p className="note">{sayRow('noteNotKept', { parts: answer.NotKept.map((part) => sayRow(part)).join(sayTable('and')) })}</p>
      <p className="note">{sayOwn('prime')}</p>
      <p className="note">{sayOwn('contribution')}</p>
    </section>
  )
}

const SUMS: readonly CostLine[] = ['PrimeCost', 'Contribution']

const Lines = ({ answer, currency }: { answer: CostsAnswer; currency: string }) => {
  const sayRow = useSay(breakdownWords)
  const sayTable = useSay(tableWords)
  const { language } = useLanguage()
  const { Totals, Compare } = answer
  const money = (value: number | null) => (value === null ? <Nil /> : moneyText(value, currency, language, 'plain'))
  const isKept = (line: CostLine) => !(answer.NotKept as readonly string[]).includes(line)
  return (
    <table className="cost-lines">
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
        {COST_LINES.map((line) => {
          const share = shareOf(line, Totals)
          return (
            <tr key={line} className={line === 'Contribution' ? 'sum' : SUMS.includes(line) ? 'part-sum' : undefined}>
              <th scope="row">{sayRow(line)}</th>
              {isKept(line) ? (
                <>
                  <td className={Number(Totals[line]) < 0 ? 'num loss' : 'num'}>{money(Totals[line])}</td>
                  <td className="num">{share === null ? '' : percentText(share / 100, language, false)}</td>
                  {Compare && <td className="num">{money(Compare.Totals[line])}</td>}
                </>
              ) : (
                <td className="num not-kept" colSpan={Compare ? 3 : 2}>
                  {sayRow('notKept')}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Detail = ({ answer, screen, words }: AccountProps) => {
  const period = usePeriodText(answer.Interval)
  const sayRow = useSay(breakdownWords)
  const table = costsTable(answer, { View: 'detail' }, words)
  const columns = table.columns.filter(({ key }) => !(answer.NotKept as readonly string[]).includes(key))
  return (
    <DataTable
      table={{ ...table, columns }}
      caption={sayRow('costs')}
      currency={screen.currency}
      className="detail"
      rowKey={(row) => `${row.LocationId} ${row.Period}`}
      cell={(row, column) => (column.key === 'Period' ? (row === 'totals' ? '' : period.long(String(row.Period))) : undefined)}
    />
  )
}
