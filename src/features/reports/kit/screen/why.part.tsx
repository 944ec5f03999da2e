import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { definitions } from './definitions.messages.ts'
import { WORKED } from './definitions.rules.ts'
import { Explained } from './explained.part.tsx'
import { useFigureText } from './figure-text.part.tsx'
import { reportWords } from './report.messages.ts'
import styles from './why.module.css'

interface WhyProps {
  figure: FigureName
  /** The figures it is worked out with: those on this screen. */
  figures: Partial<Record<FigureName, number | null>>
  currency: string
  /** Up to when receipts are counted. */
  time: string
}

/** The `?` beside a figure: what it means, and how it comes from the others with this screen's numbers. */
export const Why = ({ figure, figures, currency, time }: WhyProps) => {
  const say = useSay(reportWords)
  const sayFigure = useSay(tableWords)
  const speech = useLanguage()
  const name = sayFigure(figure)
  return (
    <Explained label={say('why', { figure: name })} title={name}>
      <p>{said(definitions, speech, figure)}</p>
      <Worked figure={figure} figures={figures} currency={currency} />
      <p className="note">{say('source', { time })}</p>
    </Explained>
  )
}

const Worked = ({ figure, figures, currency }: Omit<WhyProps, 'time'>) => {
  const say = useSay(reportWords)
  const sayFigure = useSay(tableWords)
  const { plain } = useFigureText(currency)
  const steps = WORKED[figure]
  const known = (name: FigureName) => figures[name] ?? null
  if (!steps || known(figure) === null || steps.some((step) => known(step.figure) === null)) return null
  return (
    <>
      <h3>{say('worked')}</h3>
      <dl className={styles.worked}>
        {steps.map((step) => (
          <div key={step.figure}>
            <dt>
              <b aria-hidden="true">{step.sign}</b> {sayFigure(step.figure)}
            </dt>
            <dd>{plain(step.figure, known(step.figure) ?? 0)}</dd>
          </div>
        ))}
        <div className={styles.makes}>
          <dt>
            <b aria-hidden="true">=</b> {sayFigure(figure)}
          </dt>
          <dd>{plain(figure, known(figure) ?? 0)}</dd>
        </div>
      </dl>
    </>
  )
}
