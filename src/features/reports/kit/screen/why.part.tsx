import { lazy, Suspense } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { useSay } from '#ui/language.tsx'
import { Explained } from './explained.part.tsx'
import { reportWords } from './report.messages.ts'

const WhyTold = lazy(() => import('./why-told.part.tsx'))

export interface WhyProps {
  figure: FigureName
  /** The figures it is worked out with: those on this screen. */
  figures: Partial<Record<FigureName, number | null>>
  currency: string
  /** Up to when receipts are counted. */
  time: string
}

/** The `?` beside a figure. What hangs from it is fetched when somebody asks. */
export const Why = (props: WhyProps) => {
  const say = useSay(reportWords)
  const name = useSay(tableWords)(props.figure)
  return (
    <Explained label={say('why', { figure: name })} title={name}>
      <Suspense>
        <WhyTold {...props} />
      </Suspense>
    </Explained>
  )
}
