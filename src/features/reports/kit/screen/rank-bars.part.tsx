import type { CSSProperties } from 'react'
import { useSay } from '#ui/language.tsx'
import styles from './rank-bars.module.css'
import { reportWords } from './report.messages.ts'

/** A row of a ranking. */
export interface RankBar {
  key: string
  name: string
  value: number
  /** What it is compared with. */
  base?: number | null
  written: string
}

interface RankBarsProps {
  /** What the bars are of, for those who cannot see them: the same figures stand in the table below. */
  label: string
  bars: readonly RankBar[]
  /** What all others came to together, hatched. */
  rest?: RankBar | undefined
  /** What the rows are compared with; nothing where they are not. */
  before?: string | undefined
}

/** The first rows of a table as bars, one below the other; what each is compared with as a dashed mark. */
export const RankBars = ({ label, bars, rest, before }: RankBarsProps) => {
  const say = useSay(reportWords)
  const all = rest ? [...bars, rest] : bars
  const most = Math.max(...all.flatMap(({ value, base }) => [Math.abs(value), Math.abs(base ?? 0)]), 0)
  if (most === 0) return null
  const share = (value: number) => `${(Math.max(0, value) / most) * 100}%`
  return (
    <div className={styles.ranks} role="img" aria-label={label}>
      {all.map((bar) => (
        <p key={bar.key} className={bar === rest ? styles.rest : undefined} style={{ '--v': share(bar.value) } as CSSProperties}>
          <span>{bar.name}</span>
          <i>{typeof bar.base === 'number' && before !== undefined && <u style={{ '--b': share(bar.base) } as CSSProperties} />}</i>
          <b>{bar.written}</b>
        </p>
      ))}
      {before && (
        <div className={styles.key}>
          <span>{say('thisRange')}</span>
          <span className={styles.before}>{before}</span>
        </div>
      )}
    </div>
  )
}
