import { useState } from 'react'
import { AskFirst } from '#ui/ask-first.tsx'
import { useSay } from '#ui/language.tsx'
import type { AttendancePerson } from './attendance-people.contract.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'

interface Props {
  /** The latest first. */
  rates: AttendancePerson['Rates']
  currency: string
  today: string
  /** Nothing for those who only look. */
  onRemove: ((fromDay: string) => void) | undefined
}

/** Rates by the day from which they hold. */
export const RateList = ({ rates, currency, today, onRemove }: Props) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(currency)
  const [removed, setRemoved] = useState<string>()
  const now = rates.find(({ FromDay }) => FromDay <= today)
  if (rates.length === 0) return <p className="note">{say('noRates')}</p>
  return (
    <>
      <table>
        <caption className="sr">{say('rates')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('rateFrom')}</th>
            <th scope="col">{say('ratePer')}</th>
            <th scope="col" className="num">
              {say('rateAmount')}
            </th>
            {onRemove && (
              <th scope="col">
                <span className="sr">{say('remove')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <tr key={rate.FromDay}>
              <th scope="row">
                {text.day(rate.FromDay)} {rate === now && <small>{say('holdsNow')}</small>}
              </th>
              <td>{say(`per.${rate.Per}`)}</td>
              <td className="num">{text.sum(rate.Amount)}</td>
              {onRemove && (
                <td className="num">
                  <button
                    type="button"
                    className="text-btn"
                    aria-label={say('removeRate', { day: text.day(rate.FromDay) })}
                    onClick={() => setRemoved(rate.FromDay)}
                  >
                    {say('remove')}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {removed !== undefined && (
        <AskFirst
          title={say('removeTitle', { day: text.day(removed) })}
          verb={say('removeRate', { day: text.day(removed) })}
          busy={false}
          error={null}
          onDo={() => {
            onRemove?.(removed)
            setRemoved(undefined)
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{say('removeBody')}</p>
        </AskFirst>
      )}
    </>
  )
}
