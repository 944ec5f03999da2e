import { useStockText } from '#features/stock/stock-text.part.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import type { ReordersAnswer } from './reorders.contract.ts'
import styles from './reorders.module.css'
import { LEAST_DAYS } from './suggestion.rules.ts'

const AT_ONCE = 20
type Missing = ReordersAnswer['NoSuggestion'][number]

/** Products of which nothing can be suggested: why, and the one thing to do. */
export const NoSuggestions = ({ answer }: { answer: ReordersAnswer }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText('AUD')
  const [place] = answer.Locations
  const rows = answer.NoSuggestion
  return (
    <>
      {rows.length > 0 && (
        <section className={styles.supplier}>
          <div className="bar-head">
            <h2>{say('noSuggestion')}</h2>
            <p className={styles.due}>{say.count('noneInTotal', rows.length)}</p>
          </div>
          <table className="plain">
            <thead>
              <tr>
                <th scope="col">{say('product')}</th>
                <th scope="col">{say('why.title')}</th>
                <th scope="col">{say('whatToDo')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, AT_ONCE).map((row) => (
                <tr key={row.Plu}>
                  <th scope="row">{row.Name}</th>
                  <td>
                    {say(`why.${row.Reason}`, {
                      onHand: `${text.quantity(row.OnHand ?? 0)} ${text.unit(row.Unit, row.OnHand ?? 0)}`,
                      n: row.InStockDays,
                      least: LEAST_DAYS,
                    })}
                  </td>
                  <td>
                    <ToDo row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > AT_ONCE && <p className="note">{say('andMore', { n: rows.length - AT_ONCE })}</p>}
        </section>
      )}
      {place && place.Enough > 0 && (
        <p className="note">
          {say.count('enough', place.Enough, { location: place.Name })}{' '}
          {place.LastCountedAt !== null && say('countedAt', { at: text.at(place.LastCountedAt, place.LocationId) })}{' '}
          <Go to="/reports/plu-dayonhand">{say('seeDays')}</Go>
        </p>
      )}
    </>
  )
}

const ToDo = ({ row }: { row: Missing }) => {
  const say = useSay(reorderScreenWords)
  if (row.Reason === 'notCounted' || row.Reason === 'belowZero')
    return (
      <Go className={styles.do} to="/venue/counts">
        {say('countIt')}
      </Go>
    )
  if (row.Reason === 'tooNew') return <span>{say('waitForIt')}</span>
  return (
    <Go className={styles.do} to="/venue/products" search={{ q: row.Plu }}>
      {say('editProduct')}
    </Go>
  )
}
