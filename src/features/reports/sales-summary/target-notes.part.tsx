import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { NoTargets } from '#features/reports/kit/targets/no-targets.part.tsx'
import { useSay } from '#ui/language.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'
import { goesOn, withoutTarget } from './sales-table.rules.ts'

/** What targets are of, and where one is missing. */
export const TargetNotes = ({ answer }: { answer: SalesAnswer }) => {
  const say = useSay(reportWords)
  const { Compare, Locations, FromDate, Periods } = answer
  const isAhead = Periods.every(({ State }) => State === 'to-come')
  const isNone = !isAhead && (Compare?.Locations.every(({ Net }) => Net === null) ?? false)
  return (
    <>
      <p className="note">{say('targetsWhole')}</p>
      {isAhead ? <p className="note">{say('targetsAhead')}</p> : goesOn(answer) && <p className="note">{say('targetsSoFar')}</p>}
      <NoTargets names={withoutTarget(answer)} none={isNone && Locations.length > 0} day={FromDate} />
    </>
  )
}
