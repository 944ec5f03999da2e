import type { Change, FigureName } from '#features/reports/kit/figures.rules.ts'
import { percentText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useFigureText } from './figure-text.part.tsx'
import { reportWords } from './report.messages.ts'

/** "▲ +3.9 %", good or bad in a word for those who do not see the colour. */
export const ChangePercent = ({ change }: { change: Change | undefined }) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  if (!change || (change.ratio === undefined && !change.isNew)) return <Nil />
  if (change.isNew || change.ratio === undefined) return say('new')
  return (
    <>
      {change.difference !== 0 && <Icon name={change.difference > 0 ? 'up' : 'down'} />}
      {percentText(change.ratio, language)}
      <Verdict change={change} />
    </>
  )
}

interface ChangeByProps {
  figure: FigureName
  change: Pick<Change, 'difference' | 'verdict'> | undefined
  currency: string
}

/** "+2,983.00": the same in the figure's own unit. */
export const ChangeBy = ({ figure, change, currency }: ChangeByProps) => {
  const { signed } = useFigureText(currency)
  if (!change) return <Nil />
  return (
    <>
      {signed(figure, change.difference)}
      <Verdict change={change} />
    </>
  )
}

const Verdict = ({ change: { verdict } }: { change: Pick<Change, 'verdict'> }) => {
  const say = useSay(reportWords)
  return verdict === 'neutral' ? null : <span className="sr"> {say(verdict === 'good' ? 'better' : 'worse')}</span>
}

/** The class of a cell with a change: its colour follows whether it is good. */
export const changeClass = (change: Pick<Change, 'verdict'> | undefined): string => (!change || change.verdict === 'neutral' ? 'chg' : `chg ${change.verdict}`)
