import { useStockText } from '#features/stock/stock-text.part.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { exciseWords } from './excise.messages.ts'
import type { ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

const AT_ONCE = 20

/** What was sold and is not counted, since something is not known of it. */
export const MissingAlcohol = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  if (answer.Missing.length === 0) return null
  return (
    <section id="missing">
      <div className="bar-head">
        <h2>{say('missingTitle')}</h2>
      </div>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">{say('Name')}</th>
            <th scope="col">{say('missing')}</th>
            <th scope="col" className="num">
              {say(answer.Basis)}
            </th>
            <th scope="col" className="num">
              {say(answer.Basis === 'sold' ? 'netSales' : 'cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.Missing.slice(0, AT_ONCE).map((one) => (
            <tr key={one.Plu}>
              <th scope="row">{one.Name}</th>
              <td>
                <Go className={styles.act} to="/venue/products" search={{ q: one.Plu }}>
                  {say(`missing.${one.Missing}`)}
                </Go>
              </td>
              <td className="num">{text.quantity(one.Quantity)}</td>
              <td className="num">{text.money(one.Net)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={2}>
              {say.count('productsOf', answer.Missing.length)}
            </th>
            <td className="num">{text.quantity(answer.Missing.reduce((sum, { Quantity }) => sum + Math.round(Quantity * 10_000), 0) / 10_000)}</td>
            <td className="num">{text.money(answer.Missing.reduce((sum, { Net }) => sum + Math.round(Net * 1000), 0) / 1000)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
