import type { DifferenceReason, PointsFigure } from '#features/loyalty/points-figures.rules.ts'
import { titleOfPoints, titleOfReason } from '#features/loyalty/points-tables.rules.ts'
import { useTableSay } from '#features/reports/kit/screen/table-texts.part.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage } from '#ui/language.tsx'

/** How points are written and their figures and reasons called, in the language on screen. */
export const usePointsText = () => {
  const { language } = useLanguage()
  const words = useTableSay()
  const plain = (value: number) => numberText(value, language)
  return {
    plain,
    /** With its sign: "+59", "−62", "0". */
    signed: (value: number) => (value > 0 ? `+${plain(value)}` : plain(value)),
    figure: (figure: PointsFigure) => titleOfPoints(figure, words),
    reason: (reason: DifferenceReason) => titleOfReason(reason, words),
  }
}
