import { Fragment } from 'react'
import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { exciseWords } from './excise.messages.ts'
import { rateChange, spanSum } from './excise-items.rules.ts'
import { useExciseText } from './excise-text.part.ts'
import type { ExciseItem, ExciseProduct, ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

/** Tariff items and their products, a column of figures for each span between changes of rates. */
export const ExciseItems = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useExciseText(answer.Currency)
  const [, change] = useUrlState()
  const several = answer.Spans.length > 1
  return (
    <section id="lines">
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
        <Scroll label={say('byItem')}>
          <table className={`plain ${styles.items}`}>
            <caption className="sr">{say('byItem')}</caption>
            <thead>
              <tr>
                <td colSpan={2} />
                {answer.Spans.map(({ FromDate, ToDate }, i) => (
                  <th scope="colgroup" colSpan={3} key={FromDate} className={edgeOf(i)}>
                    {say(answer.Items.some((item) => rateChange(item, i)) ? 'newRates' : 'spanOf', { span: text.span(FromDate, ToDate) })}
                  </th>
                ))}
                {several && <td />}
              </tr>
              <tr>
                <th scope="col">{say('itemAndProduct')}</th>
                <th scope="col" className="num">
                  {say('Abv')}
                </th>
                {answer.Spans.map(({ FromDate }, i) => (
                  <Fragment key={FromDate}>
                    <th scope="col" className={`num ${edgeOf(i)}`}>
                      {say(answer.Basis)}
                    </th>
                    <th scope="col" className="num">
                      {say('Lal')}
                    </th>
                    <th scope="col" className="num">
                      {say('Duty')}
                    </th>
                  </Fragment>
                ))}
                {several && (
                  <th scope="col" className="num">
                    {say('both')}
                  </th>
                )}
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
                    <td className={edgeOf(i)} />
                    <td className="num">{text.lal(spanSum(answer, i, 'Lal') ?? 0)}</td>
                    <td className="num">{text.duty(spanSum(answer, i, 'Duty')) ?? <Nil />}</td>
                  </Fragment>
                ))}
                {several && <td className="num">{text.duty(answer.LineSum.Duty) ?? <Nil />}</td>}
              </tr>
            </tfoot>
          </table>
        </Scroll>
      )}
      <p className="note">
        {say('method')} {answer.Wine.Products > 0 && say('wine', { n: text.quantity(answer.Wine.Quantity) })}
      </p>
    </section>
  )
}

/** The line before a span: a strong one where new rates begin. */
const edgeOf = (span: number): string | undefined => (span === 0 ? styles.span : styles.fresh)

const ItemRows = ({ item, answer }: { item: ExciseItem; answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useExciseText(answer.Currency)
  const { language } = useLanguage()
  const several = answer.Spans.length > 1
  const changeText = (percent: number) =>
    percent === 0 ? say('sameRate') : say('rateChanged', { percent: `${percent > 0 ? '+' : '−'}${numberText(Math.abs(percent), language, 1)}` })
  return (
    <tbody>
      <tr className={styles.item}>
        <th scope="rowgroup" colSpan={2}>
          {item.TariffItem === '' ? say('noItem') : `${item.TariffItem} ${item.Name}`}
        </th>
        {item.Rates.map((rate, i) => (
          <td key={answer.Spans[i]?.FromDate} colSpan={3} className={`num ${edgeOf(i)}`}>
            {rate ? (
              <>
                {say(`at.${rate.Basis}`, { rate: text.dutyRate(rate.Rate) })}
                {rateChange(item, i) !== undefined && changeText(rateChange(item, i) ?? 0)}
                {rate.Published && <small> {say('published')}</small>}
              </>
            ) : (
              say('noRate')
            )}
          </td>
        ))}
        {several && <td />}
      </tr>
      {item.Products.map((product) => (
        <ProductRow key={product.Plu} product={product} item={item} answer={answer} />
      ))}
      {item.Products.length > 1 && (
        <tr className={styles.itemSum}>
          <th scope="row" colSpan={2}>
            {item.TariffItem === '' ? say('noItem') : say('itemSum', { item: item.TariffItem })}
          </th>
          {item.Spans.map((span, i) => (
            <Fragment key={answer.Spans[i]?.FromDate}>
              <td className={edgeOf(i)} />
              <td className="num">{text.lal(span.Lal)}</td>
              <td className="num">{text.duty(span.Duty) ?? <Nil />}</td>
            </Fragment>
          ))}
          {several && <td className="num">{text.duty(item.Duty) ?? <Nil />}</td>}
        </tr>
      )}
    </tbody>
  )
}

const ProductRow = ({ product, item, answer }: { product: ExciseProduct; item: ExciseItem; answer: ExcisesAnswer }) => {
  const text = useExciseText(answer.Currency)
  return (
    <tr>
      <th scope="row">{product.Name}</th>
      <td className="num">{product.Abv === null ? <Nil /> : text.tenths(product.Abv)}</td>
      {product.Spans.map((span, i) => (
        <Fragment key={answer.Spans[i]?.FromDate}>
          <td className={`num ${edgeOf(i)}`}>{text.quantity(span.Quantity)}</td>
          <td className="num">{text.counted(item.Rates[i] ? span.Counted : span.Lal, item.Rates[i]?.Basis ?? 'lal')}</td>
          <td className="num">{text.duty(span.Duty) ?? <Nil />}</td>
        </Fragment>
      ))}
      {answer.Spans.length > 1 && <td className={`num ${styles.total}`}>{text.duty(product.Duty) ?? <Nil />}</td>}
    </tr>
  )
}
