import styles from './spark.module.css'

type Values = readonly (number | null)[]

interface SparkProps {
  /** A value for each period that has come; null where there is none. */
  now: Values
  /** What they are compared with, period by period. */
  before?: Values
  /** All periods of the range, those to come too; as many as there are values unless said. */
  periods?: number
  /** The last period is not over: its end is dotted. */
  isOpen?: boolean
  /** Whether the line stands over zero. Otherwise it fills its height, so that a small change shows. */
  fromZero?: boolean
}

const [WIDTH, LOW, HEIGHT] = [100, 26, 24]

/** The course of a figure over its range as a line without an axis, what it is compared with dashed behind it. Nothing is drawn of a single value. */
export const Spark = ({ now, before = [], periods = now.length, isOpen = false, fromZero = true }: SparkProps) => {
  const known = [...now, ...before].filter((value) => value !== null)
  if (now.filter((value) => value !== null).length < 2) return <svg className={styles.spark} viewBox="0 0 100 28" aria-hidden="true" />
  const ends = fromZero ? [0, ...known] : known
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const points = (values: Values) =>
    values.flatMap((value, i) =>
      value === null ? [] : [`${((i / Math.max(1, periods - 1)) * WIDTH).toFixed(1)},${(LOW - ((value - least) / (most - least || 1)) * HEIGHT).toFixed(1)}`],
    )
  const line = points(now)
  const isDotted = isOpen && line.length > 1
  return (
    <svg className={styles.spark} viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true">
      {before.length > 1 && <polyline className={styles.before} points={points(before).join(' ')} />}
      <polyline points={(isDotted ? line.slice(0, -1) : line).join(' ')} />
      {isDotted && <polyline className={styles.open} points={line.slice(-2).join(' ')} />}
    </svg>
  )
}
