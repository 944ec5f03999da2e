import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { CaseOf } from './case.part.tsx'
import { evidenceOnce } from './found.rules.ts'
import type { Evidence, Found, ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { useHitText } from './hit-text.part.ts'
import { stateOfCard } from './listed.rules.ts'
import { StaffOnShift } from './on-shift.part.tsx'
import { StateMark } from './state-mark.part.tsx'

interface DocketProps {
  card: ListedCard
  place: { LocationId: number; Name: string; Currency: string }
  range: { FromDate: string; ToDate: string }
  onClose: () => void
}

/** One listed card: why it is listed, the evidence, and what is decided. */
export const FraudDocket = ({ card, place, range, onClose }: DocketProps) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const hitText = useHitText()
  const day = dayText(card.Day, language)
  const crumbs = (
    <>
      <Go change={{ card: undefined }}>{say('back')}</Go> <span aria-hidden="true">/ </span>
      <span>{place.Name}</span>
    </>
  )
  return (
    <Docket title={card.Name || say('noName')} aside={maskedNumber(card.CardNumber)} crumbs={crumbs} onClose={onClose}>
      <p className="fig">{hitText(card.Hits[0] as Found, place.Currency).title}</p>
      <p className="meta">{[card.Staff, place.Name, day].filter(Boolean).join(' · ')}</p>
      <p className={styles.line}>
        <StateMark state={stateOfCard(card)} />
        <Go to={`/loyalty/cards/${encodeURIComponent(card.CardNumber)}`} className="btn">
          {say('openCard')}
        </Go>
      </p>
      <WhyScore card={card} currency={place.Currency} />
      <StaffOnShift card={card} locationId={place.LocationId} />
      <EvidenceTable hits={card.Hits} currency={place.Currency} />
      <CaseOf card={card} range={range} />
    </Docket>
  )
}

/** A row for each rule that was met, with the days it was met on: a rule counts once, however often it was met. */
const WhyScore = ({ card, currency }: { card: ListedCard; currency: string }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const hitText = useHitText()
  const rules = [...new Set(card.Hits.map(({ Rule }) => Rule))].map((rule) => card.Hits.filter(({ Rule }) => Rule === rule))
  return (
    <table className={styles.why}>
      <caption>{say('why')}</caption>
      <tbody>
        {rules.map((hits) => {
          const [first] = hits
          if (!first) return null
          const many = hits.length > 1
          return (
            <tr key={first.Rule}>
              <th scope="row">
                {hitText(first, currency).title}
                {many && ` ${say('times', { n: hits.length })}`}
                {hits.map((hit) => (
                  <small key={`${hit.Day} ${hit.LocationId}`}>
                    {many && `${dayText(hit.Day, language, 'short')}: `}
                    {hitText(hit, currency).detail}
                  </small>
                ))}
              </th>
              <td className="num">{first.Weight}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr className="sum">
          <th scope="row">{say('score')}</th>
          <td className="num">{card.Score}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The receipts and movements behind it, each leading to its receipt for whoever may see sales. */
const EvidenceTable = ({ hits, currency }: { hits: readonly Found[]; currency: string }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const all = evidenceOnce(hits)
  const amount = all.reduce((sum, { Amount }) => sum + (Amount ?? 0), 0)
  return (
    <table>
      <caption className="sr">{say('evidence')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('time')}</th>
          <th scope="col">{say('receipt')}</th>
          <th scope="col">{say('person')}</th>
          <th scope="col" className="num">
            {say('amount')}
          </th>
          <th scope="col" className="num">
            {say('points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map((one) => (
          <tr key={one.SaleId ?? one.MovementId}>
            <td>
              {one.At.slice(11, 16)}
              <small>{dayText(one.Day, language, 'short')}</small>
            </td>
            <td>
              <ReceiptName one={one} />
              <small>{one.Location}</small>
            </td>
            <td>
              {one.Operator}
              <small>{one.PaidBy}</small>
            </td>
            <td className="num">{one.Amount === null ? '' : moneyText(one.Amount, currency, language, 'plain')}</td>
            <td className="num">{numberText(one.Points, language)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="sum">
          <th scope="row" colSpan={3}>
            {say.count('receipts', all.length)}
          </th>
          <td className="num">{moneyText(amount, currency, language, 'plain')}</td>
          <td className="num">
            {numberText(
              all.reduce((sum, { Points }) => sum + Points, 0),
              language,
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const ReceiptName = ({ one }: { one: Evidence }) => {
  const say = useSay(fraudWords)
  const maySeeSales = tagsOf(useStoredUser()).includes('can_viewsales')
  if (one.SaleId === null || one.Receipt === null) return say(one.Kind)
  if (!maySeeSales) return one.Receipt
  return (
    <Go to="/reports/sales" search={{ range: one.Day, drill: 'all', receipt: one.SaleId }}>
      {one.Receipt}
    </Go>
  )
}
