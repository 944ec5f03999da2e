import { useState } from 'react'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { Choose } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { useExciseText } from './excise-text.part.ts'
import { type LiquorReturnAnswer, liquorReturnCalls } from './liquor-return.contract.ts'
import { liquorReturnWords } from './liquor-return.messages.ts'
import type { ReturnState } from './liquor-return.rules.ts'
import styles from './liquor-returns.module.css'

/** The year that ended last on 30 June. */
const lastYear = (today: string): number => Number(today.slice(0, 4)) - (today.slice(5) > '06-30' ? 0 : 1)
/** 2025–26: as a year from July to June is called. */
const nameOf = (year: number): string => `${year - 1}–${String(year).slice(2)}`

interface ReturnProps {
  state: ReturnState
  /** The locations asked for; none for all. */
  locations: string | undefined
  today: string
  onBuyers: () => void
  onClose: () => void
}

/** A return before it is saved: its rows, and what is not in it and why. */
export const LiquorReturn = ({ state, locations, today, onBuyers, onClose }: ReturnProps) => {
  const say = useSay(liquorReturnWords)
  const save = useExport()
  const last = lastYear(today)
  const [year, setYear] = useState(last)
  const query = { State: state, Year: String(year), ...(locations ? { Locations: locations } : {}) }
  const { data, error, refetch } = useCall(liquorReturnCalls.liquorReturn, { query })
  return (
    <Modal
      title={say('title', { state })}
      onClose={onClose}
      acts={
        data &&
        data.Rows.length > 0 && (
          <button type="button" className="btn primary" onClick={() => save(liquorReturnCalls.liquorReturn.path, query, 'csv')}>
            {say('save')}
          </button>
        )
      }
    >
      <Choose
        label={say('year')}
        small
        value={String(year)}
        options={[last, last - 1, last + 1].map((one) => [String(one), nameOf(one)])}
        onChange={(chosen) => setYear(Number(chosen))}
      />
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Told answer={data} onBuyers={onBuyers} /> : <Waiting rows={4} />}
    </Modal>
  )
}

const Told = ({ answer, onBuyers }: { answer: LiquorReturnAnswer; onBuyers: () => void }) => {
  const say = useSay(liquorReturnWords)
  const { State, Locations, Rows, Missing, Elsewhere, BuyersKept } = answer
  const isEmpty = Rows.length === 0
  return (
    <div className={styles.told}>
      {Rows.length > 0 && <Rowed answer={answer} />}
      {isEmpty && Locations.length === 0 && <p>{say('noLocation', { state: State })}</p>}
      {isEmpty && Locations.length > 0 && <p>{say(BuyersKept === 0 ? 'noBuyers' : 'nothing', { state: State })}</p>}
      {BuyersKept === 0 && (
        <p>
          <button type="button" className="btn" onClick={onBuyers}>
            {say('openBuyers')}
          </button>
        </p>
      )}
      {(Missing.length > 0 || Elsewhere.length > 0) && (
        <div className="callout warn">
          <Icon name="attention" />
          <p>
            {Missing.length > 0 && <span className={styles.lack}>{say('noteMissing', { names: Missing.map(({ Name }) => Name).join(', ') })}</span>}
            {Elsewhere.length > 0 && (
              <span className={styles.lack}>{say('noteElsewhere', { names: Elsewhere.map((one) => `${one.Buyer} (${one.State})`).join(', ') })}</span>
            )}
          </p>
        </div>
      )}
      <p className="note">
        {Locations.length > 0 && <span className={styles.lack}>{say('noteLocations', { locations: Locations.map(({ Name }) => Name).join(', ') })}</span>}
        {say(`note.${State}`)} {say('noteAmount')}
      </p>
    </div>
  )
}

const Rowed = ({ answer }: { answer: LiquorReturnAnswer }) => {
  const say = useSay(liquorReturnWords)
  const text = useExciseText(answer.Currency)
  const litres = answer.State === 'WA' ? text.whole : text.tenths
  return (
    <Scroll label={say('list')}>
      <table className={`plain ${styles.rows}`}>
        <thead>
          <tr>
            <th scope="col">{say('Buyer')}</th>
            <th scope="col">{say('Type')}</th>
            <th scope="col" className="num">
              {say('Litres')}
            </th>
            <th scope="col" className="num">
              {say('Amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.Rows.map((row) => (
            <tr key={`${row.Licence} ${row.Buyer} ${row.Type} ${row.Container}`}>
              <th scope="row">
                {row.Buyer}
                <small>{[row.Licence, row.Postcode].filter(Boolean).join(' · ')}</small>
              </th>
              <td>
                {say(`type.${row.Type}`)}
                {row.Container !== '' && <small>{say(`container.${row.Container}`)}</small>}
              </td>
              <td className="num">{litres(row.Litres)}</td>
              <td className="num">{text.money(row.Amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={2}>
              {say('total')}
            </th>
            <td className="num">{litres(answer.Totals.Litres)}</td>
            <td className="num">{text.money(answer.Totals.Amount)}</td>
          </tr>
        </tfoot>
      </table>
    </Scroll>
  )
}
