import { type FormEvent, useState } from 'react'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { monthEnd } from '#shared/day.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { Field, Tick } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { targetsWords } from './targets.messages.ts'
import styles from './targets.module.css'
import { monthsLater, SALES_BY_MONTH } from './targets.rules.ts'
import type { SoldIn } from './year-cells.rules.ts'

interface Props {
  months: readonly string[]
  /** @returns how many amounts were filled in */
  onFill: (sold: SoldIn, percent: number, replace: boolean) => number
}

/** Fills the year in from what was sold in the year before. */
export const LastYear = ({ months, onFill }: Props) => {
  const say = useSay(targetsWords)
  const { language } = useLanguage()
  const [percent, setPercent] = useState('0')
  const [replace, setReplace] = useState(false)
  const [busy, setBusy] = useState(false)
  const typed = percent.normalize('NFKC').trim().replace('−', '-')
  const isWrong = !/^[-+]?\d{1,3}(\.\d{1,2})?$/.test(typed) || Number(typed) < -100
  const fill = async (event: FormEvent) => {
    event.preventDefault()
    if (isWrong) return
    setBusy(true)
    try {
      const n = onFill(soldIn(await soldInYear(months)), Number(typed), replace)
      toast.success(n > 0 ? say('filled', { n }) : say('nothingToFill'))
    } catch (error) {
      toast.error(errorText(error, language))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.copy} onSubmit={fill} noValidate>
      <h2>{say('copy')}</h2>
      <p className="hint">{say('copyHint')}</p>
      <div className={styles.copyFields}>
        <Field small label={say('percent')} inputMode="decimal" autoComplete="off" value={percent} wrong={isWrong} onChange={setPercent} />
        <Tick checked={replace} onChange={setReplace}>
          {say('replace')}
        </Tick>
        <button type="submit" className="btn" disabled={busy || isWrong} aria-busy={busy}>
          {say('fill')}
        </button>
      </div>
    </form>
  )
}

const soldInYear = (months: readonly string[]): Promise<SalesAnswer> => {
  const [first, last] = [monthsLater(months[0] as string, -12), monthsLater(months[11] as string, -12)]
  const query = { FromDate: `${first}-01`, ToDate: monthEnd(`${last}-01`) }
  return call(SALES_BY_MONTH as unknown as AnyOperation, { query } as never) as Promise<SalesAnswer>
}

/** Only months that are over tell what a month sells. */
const soldIn =
  ({ Locations, Periods }: SalesAnswer): SoldIn =>
  (locationId, month) => {
    const at = Periods.findIndex(({ Period, State }) => Period === monthsLater(month, -12) && State === 'closed')
    return Locations.find(({ LocationId }) => LocationId === locationId)?.ByPeriod.Net[at]
  }
