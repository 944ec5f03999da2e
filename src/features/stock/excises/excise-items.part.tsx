import { Fragment } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { exciseWords } from './excise.messages.ts'
import type { ExciseItem, ExciseProduct, ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

/** Tariff items and their products, a column of figures for each span between changes of rates. */
export const ExciseItems = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  const { language } = useLanguage()
  const [, change] = useUrlState()
  return (
    <section>
      <div className="bar-head">
        <h2>
          {say('byItem')} <small>{say('unitNote', { currency: answer.Currency })}</small>
        </h2>
        <Segmented
          label={say('basis')}
          value={answer.Basis}
          options={[
            { value: 'sold', label: say('sold') },
            { value: 'bought', label: say('bought') },
          ]}
          onChange={(basis) => change({ basis: basis === 'sold' ? undefined : basis })}
        />
      </div>
      {answer.Items.length === 0 ? (
        <Empty title={say('nothing')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="scroll" tabIndex={0} aria-label={say('byItem')}>
          <table className={`plain ${styles.items}`}>
            <caption className="sr">{say('byItem')}</caption>
            <thead>
              <tr>
                <td colSpan={2} />
                {answer.Spans.map(({ FromDate, ToDate }) => (
                  <th scope="colgroup" colSpan={3} key={FromDate} className={styles.span}>
                    {say('newRates', { from: text.day(FromDate), to: text.day(ToDate) })}
                  </th>
                ))}
                <td />
              </tr>
              <tr>
                <th scope="col">{say('TariffItem')}</th>
                <th scope="col" className="num">
                  {say('Abv')}
                </th>
                {answer.Spans.map(({ FromDate }) => (
                  <Fragment key={FromDate}>
                    <th scope="col" className={`num ${styles.span}`}>
                      {say('Quantity')}
                    </th>
                    <th scope="col" className="num">
                      {say('Lal')}
                    </th>
                    <th scope="col" className="num">
                      {say('Duty')}
                    </th>
                  </Fragment>
                ))}
                <th scope="col" className="num">
                  {say('both')}
                </th>
              </tr>
            </thead>
            {answer.Items.map((item) => (
              <ItemRows key={item.TariffItem} item={item} answer={answer} />
            ))}
            <tfoot>
              <tr className="sum">
                <th scope="row" colSpan={2}>
                  {say('lineSum')}
                </th>
                {answer.Spans.map(({ FromDate }, i) => (
                  <Fragment key={FromDate}>
                    <td className={styles.span} />
                    <td className="num">{numberText(spanSum(answer, i, 'Lal'), language, 3)}</td>
                    <td className="num">{text.money(spanSum(answer, i, 'Duty'))}</td>
                  </Fragment>
                ))}
                <td className="num">{text.money(answer.LineSum.Duty)}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      <p className="note">
        {say('method')} {answer.Wine.Products > 0 && say('wine', { n: text.quantity(answer.Wine.Quantity) })}
      </p>
    </section>
  )
}

/** In whole thousandths, so that decimals do not drift. */
const spanSum = (answer: ExcisesAnswer, span: number, of: 'Lal' | 'Duty'): number =>
  answer.Items.reduce((sum, item) => sum + Math.round((item.Spans[span]?.[of] ?? 0) * 1000), 0) / 1000

const ItemRows = ({ item, answer }: { item: ExciseItem; answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  const { language } = useLanguage()
  return (
    <tbody>
      <tr className={styles.item}>
        <th scope="rowgroup" colSpan={2}>
          {item.TariffItem === '' ? say('noItem') : `${item.TariffItem} ${item.Name}`}
        </th>
        {item.Rates.map((rate, i) => (
          <td key={answer.Spans[i]?.FromDate} colSpan={3} className={`num ${styles.span}`}>
            {rate ? (
              <>
                {say('atRate', { rate: text.money(rate.Rate) })} {rate.Published && <small>{say('published')}</small>}
              </>
            ) : (
              say('noRate')
            )}
          </td>
        ))}
        <td />
      </tr>
      {item.Products.map((product) => (
        <ProductRow key={product.Plu} product={product} item={item} answer={answer} />
      ))}
      {item.Products.length > 1 && (
        <tr className={styles.itemSum}>
          <th scope="row" colSpan={2}>
            {say('itemSum', { item: item.TariffItem })}
          </th>
          {item.Spans.map((span, i) => (
            <Fragment key={answer.Spans[i]?.FromDate}>
              <td className={styles.span} />
              <td className="num">{numberText(span.Lal, language, 3)}</td>
              <td className="num">{item.Rates[i] ? text.money(span.Duty) : <Nil />}</td>
            </Fragment>
          ))}
          <td className="num">{text.money(item.Duty)}</td>
        </tr>
      )}
    </tbody>
  )
}

const ProductRow = ({ product, item, answer }: { product: ExciseProduct; item: ExciseItem; answer: ExcisesAnswer }) => {
  const text = useStockText(answer.Currency)
  const { language } = useLanguage()
  return (
    <tr>
      <th scope="row">{product.Name}</th>
      <td className="num">{numberText(product.Abv, language, 1)}</td>
      {product.Spans.map((span, i) => (
        <Fragment key={answer.Spans[i]?.FromDate}>
          <td className={`num ${styles.span}`}>{text.quantity(span.Quantity)}</td>
          <td className="num">{numberText(span.Lal, language, 3)}</td>
          <td className="num">{item.Rates[i] ? text.money(span.Duty) : <Nil />}</td>
        </Fragment>
      ))}
      <td className="num">{text.money(product.Duty)}</td>
    </tr>
  )
}
