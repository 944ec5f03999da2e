import type { CSSProperties } from 'react'
import { useSay } from '#ui/language.tsx'
import { attendanceWords } from './attendance.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import type { AttendanceFacts } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

const HOUR = 3_600_000

/** Shifts in outline over the time worked, on one clock. */
export const ShiftLine = ({ facts }: { facts: AttendanceFacts }) => {
  const word = useSay(attendanceWords)
  const text = useAttendanceText(facts.Currency)
  const shifts = facts.Shifts.map(({ Start, End }) => ({ from: Start, to: End }))
  const worked = facts.Works.flatMap((work) => piecesOf(work, facts))
  const all = [...shifts, ...worked].flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)])
  if (all.length === 0) return null
  const [first, last] = [Math.floor(Math.min(...all) / HOUR) * HOUR, Math.ceil(Math.max(...all) / HOUR) * HOUR]
  const span = Math.max(last - first, HOUR)
  const place = (moment: string | number) => `${((((typeof moment === 'string' ? Date.parse(moment) : moment) - first) * 100) / span).toFixed(2)}%`
  const piece = ({ from, to }: { from: string; to: string }): CSSProperties => ({
    left: place(from),
    width: `${(((Date.parse(to) - Date.parse(from)) * 100) / span).toFixed(2)}%`,
  })
  const start = shifts[0]?.from ?? worked[0]?.from ?? ''
  return (
    <div className={styles.shiftline} aria-hidden="true">
      <span className={styles.lbl}>{word('Roster')}</span>
      {shifts.map((one) => (
        <i key={one.from} className={styles.planned} style={piece(one)} />
      ))}
      <span className={`${styles.lbl} ${styles.second}`}>{word('Actual')}</span>
      {worked.map((one) => (
        <i key={one.from} className={styles.worked} style={piece(one)} />
      ))}
      {hoursBetween(first, last).map((at) => (
        <span key={at} className={styles.h} style={{ left: place(at) }}>
          {text.clock(onClockOf(at, start)).slice(0, 2)}
        </span>
      ))}
    </div>
  )
}

/** Even steps of whole hours, five of them at most. */
const hoursBetween = (first: number, last: number): number[] => {
  const hours = (last - first) / HOUR
  const step = Math.max(1, Math.ceil(hours / 5))
  return Array.from({ length: Math.floor(hours / step) + 1 }, (_, i) => first + i * step * HOUR)
}

/** A moment on the clock that another is written on. */
const onClockOf = (at: number, written: string): string => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(written) ?? []
  const offset = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return new Date(at + offset * 60_000).toISOString()
}

interface Piece {
  from: string
  to: string
}

/** Time worked without the breaks that were clocked; a timesheet nobody clocked is one piece. */
const piecesOf = (work: AttendanceFacts['Works'][number], { Punches }: AttendanceFacts): Piece[] => {
  const spells = work.Clocked.length > 0 ? work.Clocked : [work]
  return spells.flatMap(({ Start, End }): Piece[] => {
    if (End === null) return []
    const inside = Punches.filter(({ At }) => Date.parse(At) > Date.parse(Start) && Date.parse(At) < Date.parse(End))
    const pieces: Piece[] = []
    let from: string | undefined = Start
    for (const { Kind, At } of inside) {
      if (Kind === 'BreakStart' && from) {
        pieces.push({ from, to: At })
        from = undefined
      } else if (Kind === 'BreakEnd' && !from) from = At
    }
    return from ? [...pieces, { from, to: End }] : pieces
  })
}
