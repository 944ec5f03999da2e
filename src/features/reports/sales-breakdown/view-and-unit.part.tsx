import { UNITS, type Unit } from '#features/reports/kit/period.rules.ts'
import { fits } from '#features/reports/kit/range.rules.ts'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'

const UNIT_NAMES = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const

interface ViewAndUnitProps {
  screen: BreakdownScreen
  interval: Unit
  /** There are several locations to stand side by side. */
  withLocations: boolean
}

const ACROSS: Readonly<Record<BreakdownScreen['across'], { view: string | undefined; across: string | undefined }>> = {
  summary: { view: undefined, across: undefined },
  detail: { view: 'detail', across: undefined },
  locations: { view: undefined, across: 'locations' },
}

/** Figures across, periods, and then what periods, or locations. */
export const ViewAndUnit = ({ screen, interval, withLocations }: ViewAndUnitProps) => {
  const say = useSay(reportWords)
  const sayOwn = useSay(screenWords)
  const { across, range } = screen
  const shown = withLocations || across === 'locations' ? (['summary', 'detail', 'locations'] as const) : (['summary', 'detail'] as const)
  return (
    <>
      <Segmented
        label={say('view')}
        value={across}
        options={shown.map((one) => ({ value: one, label: one === 'locations' ? sayOwn('acrossLocations') : say(one) }))}
        onChange={(one) => screen.change({ ...ACROSS[one], sort: undefined })}
      />
      {across === 'detail' && (
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
