import { useState } from 'react'
import { decimalsOf } from '#shared/money.ts'
import { Choose, Field } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import type { AttendancePerson } from './attendance-people.contract.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import styles from './time-attendance.module.css'

type Rate = AttendancePerson['Rates'][number]

interface Props {
  /** Days from which rates hold already. */
  taken: readonly string[]
  today: string
  currency: string
  busy: boolean
  onAdd: (rate: Rate) => void
}

const PERS = ['Hour', 'Week'] as const

/** A rate from a day on. */
export const NewRate = ({ taken, today, currency, busy, onAdd }: Props) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(currency)
  const [day, setDay] = useState(today)
  const [per, setPer] = useState<Rate['Per']>('Hour')
  const [amount, setAmount] = useState('')
  const isReady = /^\d{4}-\d\d-\d\d$/.test(day) && amount !== '' && Number(amount) >= 0
  return (
    <form
      className={styles.newRate}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onAdd({ FromDay: day, Per: per, Amount: Number(amount) })
      }}
    >
      <h3>{say('newRate')}</h3>
      <Field small label={say('rateFrom')} type="date" value={day} hint={taken.includes(day) ? say('sameDay') : say('rateHint')} onChange={setDay} />
      <Choose
        small
        label={say('ratePer')}
        value={per}
        options={PERS.map((one) => [one, say(`per.${one}`)] as const)}
        onChange={(one) => setPer(one as Rate['Per'])}
      />
      <Field
        small
        label={`${say('rateAmount')}, ${currency}`}
        type="number"
        inputMode="decimal"
        min={0}
        step={10 ** -decimalsOf(currency)}
        value={amount}
        onChange={setAmount}
      />
      <p className="acts">
        <button type="submit" className="btn" disabled={!isReady || busy} aria-busy={busy}>
          {isReady ? say('addRate', { day: text.day(day, 'short') }) : say('addRatePlain')}
        </button>
      </p>
    </form>
  )
}
