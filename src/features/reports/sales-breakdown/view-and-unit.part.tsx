import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { UNITS, type Unit } from '../period.rules.ts'
import { fits } from '../range.rules.ts'
import { reportWords } from '../screen/report.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'

const UNIT_NAMES = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const

/** Figures across, or periods; and then what periods. */
export const ViewAndUnit = ({ screen, interval }: { screen: BreakdownScreen; interval: Unit }) => {
  const say = useSay(reportWords)
  const { state, range } = screen
  return (
    <>
      <Segmented
        label={say('view')}
        value={state.view}
        options={(['summary', 'detail'] as const).map((view) => ({ value: view, label: say(view) }))}
        onChange={(view) => screen.change({ view: view === 'summary' ? undefined : view })}
      />
      {state.view === 'detail' && (
        <Segmented<Unit>
          label={say('by')}
          value={interval}
          options={UNITS.map((unit) => ({ value: unit, label: say(UNIT_NAMES[unit]), disabled: !fits(range, unit) }))}
          onChange={(unit) => screen.change({ by: unit })}
        />
      )}
    </>
  )
}
