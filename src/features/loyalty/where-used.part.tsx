import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import type { Range } from '#shared/range.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { loyaltyReports } from './loyalty-reports.contract.ts'
import { moveWords } from './moves.messages.ts'
import styles from './usage.module.css'

/** How often the card was used at each location in the range. */
export const WhereUsed = ({ number, range, placeIds }: { number: string; range: Range; placeIds: readonly number[] }) => {
  const say = useSay(moveWords)
  const { language } = useLanguage()
  const { data, error, refetch } = useCall(
    loyaltyReports.cardUse,
    { params: { card: number }, query: { FromDate: range.from, ToDate: range.to, ...(placeIds.length > 0 ? { Locations: placeIds.join(',') } : {}) } },
    { keepLast: true },
  )
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  const places = data?.Locations.filter(({ Uses }) => Uses > 0) ?? []
  if (places.length === 0) return null
  const n = (value: number) => numberText(value, language)
  const total = (figure: 'Uses' | 'Accrued' | 'Redeemed') => n(places.reduce((sum, place) => sum + place[figure], 0))
  return (
    <section className={styles.where}>
      <h2>{say('whereUsed')}</h2>
      <table>
        <caption className="sr">{say('whereUsed')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('location')}</th>
            <th scope="col" className="num">
              {say('uses')}
            </th>
            <th scope="col" className="num">
              {say('earned')}
            </th>
            <th scope="col" className="num">
              {say('spent')}
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ LocationId, Name, Uses, Accrued, Redeemed, History }) => (
            <tr key={LocationId}>
              <th scope="row">
                {Name}
                <small>{say('lastUse', { day: dayText(History.at(-1)?.Day ?? range.to, language) })}</small>
              </th>
              <td className="num">{n(Uses)}</td>
              <td className="num">{n(Accrued)}</td>
              <td className="num">{n(Redeemed)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('allPlaces')}</th>
            <td className="num">{total('Uses')}</td>
            <td className="num">{total('Accrued')}</td>
            <td className="num">{total('Redeemed')}</td>
          </tr>
        </tfoot>
      </table>
      <p className="note">{say('useNote')}</p>
    </section>
  )
}
