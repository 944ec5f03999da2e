import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { definitions } from './definitions.messages.ts'
import { WORKED } from './definitions.rules.ts'
import { useFigureText } from './figure-text.part.tsx'
import { reportWords } from './report.messages.ts'
import styles from './why.module.css'
import type { WhyProps } from './why.part.tsx'

/** What a figure means, and how it comes from the others with this screen's numbers. */
const WhyTold = ({ figure, figures, currency, time }: WhyProps) => {
  const say = useSay(reportWords)
  const speech = useLanguage()
  return (
    <>
      <p>{said(definitions, speech, figure)}</p>
      <Worked figure={figure} figures={figures} currency={currency} />
      <p className="note">{say('source', { time })}</p>
    </>
  )
}

export default WhyTold

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
