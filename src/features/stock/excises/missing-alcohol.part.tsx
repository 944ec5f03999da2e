import { useStockText } from '#features/stock/stock-text.part.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { exciseWords } from './excise.messages.ts'
import type { ExcisesAnswer } from './excises.contract.ts'

const AT_ONCE = 20

/** What was sold and is not counted, since something is not known of it. */
export const MissingAlcohol = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  if (answer.Missing.length === 0) return null
  return (
    <section>
      <div className="bar-head">
        <h2>{say('missingTitle')}</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={say('missingTitle')}>
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">{say('Name')}</th>
              <th scope="col">{say('missing')}</th>
              <th scope="col" className="num">
                {say('Quantity')}
              </th>
              <th scope="col" className="num">
                {say('netSales')}
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.Missing.slice(0, AT_ONCE).map((one) => (
              <tr key={one.Plu}>
                <th scope="row">{one.Name}</th>
                <td>
                  <Go to="/venue/products" search={{ q: one.Plu }}>
                    {say(`missing.${one.Missing}`)}
                  </Go>
                </td>
                <td className="num">{text.quantity(one.Quantity)}</td>
                <td className="num">{text.money(one.Net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
