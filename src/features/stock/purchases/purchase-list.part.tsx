import { MoreRows, type MoreShown, SearchTools } from '#features/stock/list-tools.part.tsx'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { writeOpened } from './opened.rules.ts'
import type { PurchaseRow, PurchasesAnswer } from './plu-purchases.contract.ts'
import { purchaseWords } from './purchases.messages.ts'
import styles from './purchases.module.css'

/** Products by supplier, the highest cost first. */
export const PurchaseList = ({ answer, more }: { answer: PurchasesAnswer; more: MoreShown }) => {
  const say = useSay(purchaseWords)
  const text = useStockText(answer.Currency)
  const [url] = useUrlState()
  const { Rows, Totals } = answer
  const used = text.column(Rows.map(({ Used }) => Used))
  return (
    <section>
      <SearchTools sorted={say('byCost')} />
      <Scroll label={say('products')}>
        <table className={`plain held ${styles.list}`}>
          <caption className="sr">{say('products')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('Name')}</th>
              <th scope="col" className={styles.beside}>
                {say('Supplier')}
              </th>
              {(['Quantity', 'Packs', 'Cost', 'Freight', 'Tax', 'UnitCost', 'LastCost', 'Change', 'Used'] as const).map((key) => (
                <th scope="col" className={key === 'Cost' ? 'num chosen' : 'num'} key={key}>
                  {say(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Rows.slice(0, more.shown).map((row) => (
              <Line
                used={used}
                key={`${row.SupplierId} ${row.Plu}`}
                row={row}
                answer={answer}
                isOpen={url.open === writeOpened({ what: 'product', supplierId: row.SupplierId, plu: row.Plu })}
              />
            ))}
          </tbody>
          <tfoot>
            <tr className="sum">
              <th scope="row">{say('total', { n: answer.Count })}</th>
              <td className={styles.beside} />
              <td colSpan={2} />
              <td className="num chosen">{text.money(Totals.Cost)}</td>
              <td className="num">{text.money(Totals.Freight)}</td>
              <td className="num">{text.money(Totals.Tax)}</td>
              <td colSpan={4} />
            </tr>
          </tfoot>
        </table>
      </Scroll>
      <MoreRows {...more} all={answer.Count} />
    </section>
  )
}

const Line = ({ row, answer, isOpen, used }: { row: PurchaseRow; answer: PurchasesAnswer; isOpen: boolean; used: (amount: number) => string }) => {
  const text = useStockText(answer.Currency)
  const { language } = useLanguage()
  const money = (amount: number | null) => (amount === null ? <Nil /> : text.money(amount))
  const supplier = answer.Suppliers.find(({ SupplierId }) => SupplierId === row.SupplierId)?.Name
  return (
    <tr>
      <th scope="row">
        <Go change={{ open: writeOpened({ what: 'product', supplierId: row.SupplierId, plu: row.Plu }) }} aria-current={isOpen ? 'true' : undefined}>
          {row.Name}
        </Go>
        <small className={styles.under}>{supplier}</small>
      </th>
      <td className={styles.beside}>{supplier}</td>
      <td className="num">
        {text.quantity(row.Quantity)} <span className={styles.unit}>{text.unit(row.Unit, row.Quantity)}</span>
      </td>
      <td className="num">{row.Packs === null ? <Nil /> : text.quantity(row.Packs)}</td>
      <td className="num chosen">{text.money(row.Cost)}</td>
      <td className="num">{text.money(row.Freight)}</td>
      <td className="num">{text.money(row.Tax)}</td>
      <td className="num">{money(row.UnitCost)}</td>
      <td className="num">{money(row.LastCost)}</td>
      <td className={`num ${row.Change !== null && row.Change > 0 ? styles.dearer : ''}`}>
        {row.Change === null ? <Nil /> : `${row.Change > 0 ? '+' : ''}${numberText(row.Change, language, 1)} %`}
      </td>
      <td className="num">{used(row.Used)}</td>
    </tr>
  )
}
