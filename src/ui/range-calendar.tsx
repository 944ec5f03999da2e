import { parseDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell } from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { RangeCalendar as AriaRangeCalendar } from 'react-aria-components/RangeCalendar'
import type { Range } from '#shared/range.ts'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'
import { useMedia } from './use-media.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const MONTHS = [0, 1] as const
const WIDE = '(width >= 768px)'

interface RangeCalendarProps {
  value: Range
  /** ISO weekday the venue's week begins with. */
  weekStart: number
  /** The last day that may be chosen. */
  last?: string
  onChange: (range: Range) => void
}

/** Two months to click first and last day in, one on a phone. Loaded when it is first opened. */
const RangeCalendar = ({ value, weekStart, last, onChange }: RangeCalendarProps) => {
  const say = useSay(ui)
  const wide = useMedia(WIDE)
  const months = wide ? 2 : 1
  return (
    <AriaRangeCalendar
      className="calendar"
      aria-label={say('pickRange')}
      value={{ start: parseDate(value.from), end: parseDate(value.to) }}
      onChange={({ start, end }) => onChange({ from: start.toString(), to: end.toString() })}
      visibleDuration={{ months }}
      pageBehavior="single"
      defaultFocusedValue={parseDate(value.to)}
      selectionAlignment="end"
      firstDayOfWeek={WEEKDAYS[weekStart - 1] ?? 'mon'}
      {...(last ? { maxValue: parseDate(last) } : {})}
    >
      <header>
        <Button slot="previous">
          <Icon name="left" />
        </Button>
        <Heading />
        <Button slot="next">
          <Icon name="right" />
        </Button>
      </header>
      <div className="months">
        {MONTHS.slice(0, months).map((month) => (
          <CalendarGrid key={month} offset={{ months: month }} weekdayStyle="short">
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} />}</CalendarGridBody>
          </CalendarGrid>
        ))}
      </div>
    </AriaRangeCalendar>
  )
}

export default RangeCalendar
