import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { moneyText, percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import { screenWords } from './breakdown-screen.messages.ts'
import { type BreakdownScreen, queryOf } from './breakdown-screen.part.ts'
import styles from './costs-account.module.css'
import { type BreakdownAnswer, salesBreakdown } from './sales-breakdown.contract.ts'

/** Gross profit less what was wasted and what stock lost, as Costs has both: what domain calls adjusted GP. */
export const AdjustedMargin = ({ totals, screen }: { totals: BreakdownAnswer['Totals']; screen: BreakdownScreen }) => {
  const say = useSay(screenWords)
  const sayRow = useSay(breakdownWords)
  const { language } = useLanguage()
  const { FromDate, ToDate, Locations, Weekdays, Daypart } = queryOf(screen)
  const { data } = useCall(salesBreakdown.costs, { query: given({ FromDate, ToDate, Locations, Weekdays, Daypart }) } as never, { keepLast: true })
  const { CostedProfit, CostedSales } = totals
  if (!data || typeof CostedProfit !== 'number' || typeof CostedSales !== 'number' || data.Totals.Wastage === null) return null
  const { Wastage, StockAdjustments } = data.Totals
  // In cents, so that decimals do not drift.
  const adjusted = Math.round((CostedProfit - Wastage - (StockAdjustments ?? 0)) * 1e5) / 1e5
  const money = (value: number) => moneyText(value, screen.currency, language, 'plain')
  return (
    <table className={`plain ${styles.adjusted}`}>
      <caption>{say('adjustedTitle')}</caption>
      <tbody>
        <tr>
          <th scope="row">{say('grossProfit')}</th>
          <td className="num">{money(CostedProfit)}</td>
        </tr>
        <tr>
          <th scope="row">− {sayRow('Wastage')}</th>
          <td className="num">{money(Wastage)}</td>
        </tr>
        <tr>
          <th scope="row">− {sayRow('StockAdjustments')}</th>
          <td className="num">{StockAdjustments === null ? say('stockNotKept') : money(StockAdjustments)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr className="sum">
          <th scope="row">
            {say('adjustedProfit')} {CostedSales !== 0 && <small>{percentText(adjusted / CostedSales, language, false)}</small>}
          </th>
          <td className="num">{money(adjusted)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
