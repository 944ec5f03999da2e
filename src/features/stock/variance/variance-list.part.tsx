import { MoreRows, SearchTools, useMoreRows } from '#features/stock/list-tools.part.tsx'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { StockVarianceAnswer, VarianceRow } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'

const COLUMNS = ['Opening', 'Received', 'ActualUse', 'TheoreticalUse', 'WrittenOff', 'Variance', 'VariancePercent', 'VarianceCost'] as const

/** What a phone shows; a product opened there says the rest. */
const ON_PHONES: readonly string[] = ['Variance', 'VarianceCost']

/** Products counted at both ends, what is missing most in money first. */
export const VarianceList = ({ answer, currency }: { answer: StockVarianceAnswer; currency: string }) => {
  const say = useSay(varianceWords)
  const [, change] = useUrlState()
  const { Rows } = answer
  const more = useMoreRows()
  const text = useStockText(currency)
  const written = Object.fromEntries(QUANTITIES.map((column) => [column, text.column(Rows.map((row) => row[column]))])) as Written
  return (
    <section>
      <SearchTools sorted={say('missingFirst')} />
      {Rows.length === 0 ? (
        <Empty title={say('nothingFound')}>
          <button type="button" className="btn" onClick={() => change({ q: undefined }, 'replace')}>
            {say('showAll')}
          </button>
        </Empty>
      ) : (
        <Scroll label={say('listCaption')}>
          <table className={`plain held ${styles.list}`}>
            <caption className="sr">{say('listCaption')}</caption>
            <thead>
              <tr>
                <th scope="col">{say('Name')}</th>
                <th scope="col" className={styles.wide}>
                  {say('Location')}
                </th>
                {COLUMNS.map((column) => (
                  <th scope="col" className={`num ${ON_PHONES.includes(column) ? '' : styles.wide}`} key={column}>
                    {say(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Rows.slice(0, more.shown).map((row) => (
                <Line key={`${row.LocationId} ${row.Plu}`} row={row} answer={answer} currency={currency} written={written} />
              ))}
            </tbody>
            <Total answer={answer} currency={currency} />
          </table>
        </Scroll>
      )}
      <MoreRows {...more} all={Rows.length} />
    </section>
  )
}

const QUANTITIES = ['Received', 'ActualUse', 'TheoreticalUse', 'WrittenOff', 'Variance'] as const
/** How the quantities of each column are written, so that they stand under each other. */
type Written = Record<(typeof QUANTITIES)[number], (amount: number) => string>

const Line = ({ row, answer, currency, written }: { row: VarianceRow; answer: StockVarianceAnswer; currency: string; written: Written }) => {
  const text = useStockText(currency)
  const { language } = useLanguage()
  const [url] = useUrlState()
  const key = `${row.LocationId} ${row.Plu}`
  const signed = (value: number, text: string) => `${value > 0 ? '+' : ''}${text}`
  const lost = row.Variance < 0 ? styles.lost : undefined
  const place = answer.Locations.find(({ LocationId }) => LocationId === row.LocationId)?.Name
  return (
    <tr>
      <th scope="row">
        <Go change={{ stock: key }} aria-current={url.stock === key ? 'true' : undefined}>
          {row.Name}
        </Go>
        <small className={styles.under}>{place}</small>
      </th>
      <td className={styles.wide}>{place}</td>
      <td className={`num ${styles.wide}`}>
        {text.quantity(row.Opening)} <span className={styles.unit}>{text.unit(row.Unit, row.Opening)}</span>
      </td>
      <td className={`num ${styles.wide}`}>{written.Received(row.Received)}</td>
      <td className={`num ${styles.wide}`}>{written.ActualUse(row.ActualUse)}</td>
      <td className={`num ${styles.wide}`}>{written.TheoreticalUse(row.TheoreticalUse)}</td>
      <td className={`num ${styles.wide}`}>{written.WrittenOff(row.WrittenOff)}</td>
      <td className={`num ${lost ?? ''}`}>{signed(row.Variance, written.Variance(row.Variance))}</td>
      <td className={`num ${styles.wide}`}>{row.VariancePercent === null ? <Nil /> : percentText(row.VariancePercent / 100, language)}</td>
      <td className={`num ${lost ?? ''}`}>{row.VarianceCost === null ? <Nil /> : signed(row.VarianceCost, text.money(row.VarianceCost))}</td>
    </tr>
  )
}

const Total = ({ answer: { Totals }, currency }: { answer: StockVarianceAnswer; currency: string }) => {
  const say = useSay(varianceWords)
  const text = useStockText(currency)
  const { language } = useLanguage()
  return (
    <tfoot>
      <tr className="sum">
        <th scope="row">{say('total', { n: Totals.Products })}</th>
        <td colSpan={6} className={styles.wide} />
        <td />
        <td className={`num ${styles.wide}`}>{Totals.VariancePercent === null ? <Nil /> : percentText(Totals.VariancePercent / 100, language)}</td>
        <td className="num">{Totals.VarianceCost === null ? <Nil /> : text.money(Totals.VarianceCost)}</td>
      </tr>
    </tfoot>
  )
}
