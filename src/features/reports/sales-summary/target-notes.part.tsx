import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { NoTargets } from '#features/reports/kit/targets/no-targets.part.tsx'
import { useSay } from '#ui/language.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'
import { withoutTarget } from './sales-table.rules.ts'

/** What targets are of, and where one is missing. */
export const TargetNotes = ({ answer }: { answer: SalesAnswer }) => {
  const say = useSay(reportWords)
  const { Compare, Locations, FromDate } = answer
  const isNone = Compare?.Locations.every(({ Net }) => Net === null) ?? false
  return (
    <>
      <p className="note">{say('targetsWhole')}</p>
      <NoTargets names={withoutTarget(answer)} none={isNone && Locations.length > 0} day={FromDate} />
    </>
  )
}
