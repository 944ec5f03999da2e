import { Explained } from '#features/reports/kit/screen/explained.part.tsx'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { screenWords } from './breakdown-screen.messages.ts'
import type { AnyBreakdown, BreakdownAnswer, CostsAnswer, WastageAnswer } from './sales-breakdown.contract.ts'

interface HowProps {
  answer: AnyBreakdown
  currency: string
  time: string
}

/** The `?` at the total: what it means, worked out with the numbers of this screen. */
export const HowTold = ({ answer, currency, time }: HowProps) => {
  if (answer.Dimension === 'wastage') return <HowWasted totals={answer.Totals} currency={currency} />
  const { Dimension, Figure, Totals } = answer
  return (
    <>
      <Why figure={Figure} figures={Totals} currency={currency} time={time} />
      {Dimension === 'gpmargins' && <HowMargins totals={Totals} currency={currency} />}
    </>
  )
}

/** Written off at cost, beside what it would have sold for. */
const HowWasted = ({ totals: { Cost, Gross, Quantity }, currency }: { totals: WastageAnswer['Totals']; currency: string }) => {
  const say = useSay(screenWords)
  const { money, plain } = useFigureText(currency)
  return (
    <Explained label={say('whyWasted')} title={say('wastedTitle')}>
      <p>{say('noteWastage')}</p>
      <p>{say('wastedWorked', { quantity: plain('Quantity', Quantity ?? 0), cost: money(Cost ?? 0), gross: money(Gross ?? 0) })}</p>
    </Explained>
  )
}

/** Margin is of sales, markup of cost; both leave out what has no cost. */
const HowMargins = ({ totals, currency }: { totals: BreakdownAnswer['Totals']; currency: string }) => {
  const say = useSay(screenWords)
  const { language } = useLanguage()
  const { money } = useFigureText(currency)
  const { CostedSales, CostedProfit, Cost, MarginPercent, MarkupPercent } = totals
  const worked = { profit: money(CostedProfit ?? 0), sales: money(CostedSales ?? 0), cost: money(Cost ?? 0) }
  const percent = (value: number) => percentText(value / 100, language, false)
  return (
    <Explained label={say('whyMargins')} title={say('marginsTitle')}>
      <p>{say('noteMargins')}</p>
      {typeof MarginPercent === 'number' && <p>{say('marginWorked', { ...worked, percent: percent(MarginPercent) })}</p>}
      {typeof MarkupPercent === 'number' && <p>{say('markupWorked', { ...worked, percent: percent(MarkupPercent) })}</p>}
    </Explained>
  )
}

/** What is left of sales, and the share each cost is of them, worked out with the account on screen. */
export const HowCosts = ({ totals, currency }: { totals: CostsAnswer['Totals']; currency: string }) => {
  const say = useSay(screenWords)
  const { language } = useLanguage()
  const { money } = useFigureText(currency)
  const { NetExTax, CostOfGoods, CostOfGoodsPercent, Wastage, Wages, PaymentFees, StockAdjustments, DeliveryCommission, Contribution } = totals
  const less = (key: 'lessWages' | 'lessFees' | 'lessStock' | 'lessCommission', value: number | null | undefined) =>
    typeof value === 'number' ? say(key, { value: money(value) }) : ''
  const more = less('lessStock', StockAdjustments) + less('lessWages', Wages) + less('lessFees', PaymentFees) + less('lessCommission', DeliveryCommission)
  const worked = { sales: money(NetExTax ?? 0), goods: money(CostOfGoods ?? 0), wastage: money(Wastage ?? 0), left: money(Contribution ?? 0), more }
  return (
    <Explained label={say('whyCosts')} title={say('costsTitle')}>
      <p>{say('contribution')}</p>
      <p>{say('contributionWorked', worked)}</p>
      {typeof Wages === 'number' && <p>{say('wagesWorked')}</p>}
      {typeof PaymentFees === 'number' && <p>{say('feesWorked')}</p>}
      {DeliveryCommission !== null && <p>{say('commissionWorked')}</p>}
      {CostOfGoodsPercent !== null && <p>{say('costShareWorked', { ...worked, percent: percentText(CostOfGoodsPercent / 100, language, false) })}</p>}
      <p>{say('prime')}</p>
    </Explained>
  )
}
