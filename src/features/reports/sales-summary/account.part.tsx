import { memo } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { TO_BRIDGE } from '#features/reports/kit/screen/media-views.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import styles from './account.module.css'
import type { SalesAnswer } from './sales-summary.contract.ts'

interface AccountProps {
  answer: SalesAnswer
  currency: string
  time: string
  byItem: boolean
  /** Whether the bridge to the bank is the reader's to see. */
  bridges: boolean
}

interface SoldRow {
  figure: FigureName
  less?: boolean
  sub?: boolean
}

const SOLD: readonly SoldRow[] = [
  { figure: 'Gross' },
  { figure: 'Promotions', less: true },
  { figure: 'Discounts', less: true },
  { figure: 'Refunds', less: true },
  { figure: 'Net', sub: true },
  { figure: 'Surcharges' },
  { figure: 'NonSales' },
  { figure: 'Tips' },
  { figure: 'Rounding' },
]
const ROW_HEIGHT = 30

/** What was sold beside how it was paid; both sides end on the same takings. */
export const Account = memo(({ answer, currency, time, byItem, bridges }: AccountProps) => {
  const say = useSay(reportWords)
  const media = answer.Media?.filter((one) => one.Currency === currency) ?? []
  const isOpen = answer.Periods.some(({ State }) => State === 'open')
  const blanks = SOLD.length - media.length
  return (
    <section className={styles.account}>
      <table>
        <caption>{say('sold')}</caption>
        <tbody>
          {SOLD.map((row) => (
            <Sold key={row.figure} row={row} answer={answer} currency={currency} time={time} />
          ))}
          {blanks < 0 && <Void rows={-blanks} />}
          <Ends answer={answer} currency={currency} time={time} open={isOpen} />
        </tbody>
      </table>
      {answer.Media ? (
        <table>
          <caption>{say('paid')}</caption>
          <tbody>
            {media.map(({ MediaKey, Name, Amount }) => (
              <PaidRow key={MediaKey} mediaKey={MediaKey} name={Name} amount={Amount} currency={currency} />
            ))}
            {blanks > 0 && <Void rows={blanks} />}
            <Ends answer={answer} currency={currency} time={time} open={isOpen} />
          </tbody>
        </table>
      ) : (
        <p className="note">{say(byItem ? 'notByItem' : 'notKeptByHour')}</p>
      )}
      {bridges && (
        <p className={styles.on}>
          <Go {...TO_BRIDGE}>{say('toBridge')}</Go>
        </p>
      )}
    </section>
  )
})

const Sold = ({ row: { figure, less, sub }, answer: { Totals }, currency, time }: { row: SoldRow } & Omit<AccountProps, 'byItem' | 'bridges'>) => {
  const say = useSay(reportWords)
  const sayFigure = useSay(tableWords)
  const { money } = useFigureText(currency)
  const value = Totals[figure]
  return (
    <tr className={sub ? styles.sub : undefined}>
      <th scope="row">
        {less ? say('less', { figure: sayFigure(figure).toLowerCase() }) : sayFigure(figure)}
        {sub && Totals.Tax !== null && <small> {say('ofWhichGst', { amount: money(Totals.Tax) })}</small>}
        <Why figure={figure} figures={Totals} currency={currency} time={time} />
      </th>
      <td>{value === null ? '–' : <Go change={{ drill: writeDrill({ figure }), receipt: undefined }}>{money(less && value !== 0 ? -value : value)}</Go>}</td>
    </tr>
  )
}

const PaidRow = ({ mediaKey, name, amount, currency }: { mediaKey: number; name: string; amount: number; currency: string }) => {
  const { money } = useFigureText(currency)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Go change={{ drill: writeDrill({ mediaKey, figure: 'Takings' }), receipt: undefined }}>{money(amount)}</Go>
      </td>
    </tr>
  )
}

const Ends = ({ answer: { Totals }, currency, time, open }: Omit<AccountProps, 'byItem' | 'bridges'> & { open: boolean }) => {
  const sayFigure = useSay(tableWords)
  const { money } = useFigureText(currency)
  return (
    <tr className={open ? 'sum part' : 'sum'}>
      <th scope="row">
        {sayFigure('Takings')}
        <Why figure="Takings" figures={Totals} currency={currency} time={time} />
      </th>
      <td>{Totals.Takings === null ? '–' : <Go change={{ drill: writeDrill({ figure: 'Takings' }), receipt: undefined }}>{money(Totals.Takings)}</Go>}</td>
    </tr>
  )
}

/** Unused lines of a ledger are struck through, so that nothing can be written in later. */
const Void = ({ rows }: { rows: number }) => (
  <tr className={styles.void}>
    <td colSpan={2} style={{ height: rows * ROW_HEIGHT }}>
      <svg viewBox="0 0 100 44" preserveAspectRatio="none" aria-hidden="true" style={{ height: Math.max(14, rows * ROW_HEIGHT - 16) }}>
        <path d="M0 43.5H12L88 .5h12" fill="none" vectorEffect="non-scaling-stroke" />
      </svg>
    </td>
  </tr>
)
