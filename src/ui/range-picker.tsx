import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { daysIn, isDay, PRESETS, type Preset, presetRange, type Range, rangeText, stepRange, type VenueCalendar } from '#shared/range.ts'
import { afterPaint } from './after-paint.ts'
import { BlankSheet } from './blank.tsx'
import { Icon } from './icon.tsx'
import { useKeys } from './keys.ts'
import { useLanguage, useSay } from './language.tsx'
import { oneStop } from './one-stop.ts'
import { Waiting } from './states.tsx'
import { ui } from './ui.messages.ts'

const RangeCalendar = lazy(() => import('./range-calendar.tsx'))

interface RangePickerProps {
  value: Range
  calendar: VenueCalendar
  onChange: (range: Range) => void
  /** Only these ready-made ranges; all of them by default. */
  presets?: readonly Preset[]
  /** Days after today may be chosen, as for rosters. */
  future?: boolean
}

/** The report's range: ‹ › by its own unit, ready-made ranges at once, typed or clicked days with Apply. */
export const RangePicker = ({ value, calendar, onChange, presets = PRESETS, future = false }: RangePickerProps) => {
  const say = useSay(ui)
  const { language } = useLanguage()
  const isOpen = (range: Range) => future || range.from <= calendar.today
  const mayGoLater = isOpen(stepRange(value, 1, calendar))
  // Steps count from the one before, also where that is not drawn yet: nobody waits for the screen between two of them.
  const { from, to, preset } = value
  const at = useRef(value)
  useEffect(() => {
    at.current = preset ? { from, to, preset } : { from, to }
  }, [from, to, preset])
  const go = (steps: 1 | -1) => {
    const next = stepRange(at.current, steps, calendar)
    if (steps === 1 && !isOpen(next)) return
    at.current = next
    onChange(next)
  }
  const goEarlier = () => go(-1)
  const goLater = () => go(1)
  useKeys({ '[': goEarlier, ']': goLater })
  return (
    <div className="range" ref={oneStop}>
      <button type="button" className="step" aria-label={say('earlier')} onClick={goEarlier}>
        <Icon name="left" />
      </button>
      <BlankSheet label={say('range')} answer={rangeText(value, language)} wide>
        {(close) => (
          <RangeSheet
            value={value}
            calendar={calendar}
            presets={presets}
            future={future}
            onChange={(range) => {
              onChange(range)
              afterPaint(close)
            }}
          />
        )}
      </BlankSheet>
      <button type="button" className="step" aria-label={say('later')} disabled={!mayGoLater} onClick={goLater}>
        <Icon name="right" />
      </button>
    </div>
  )
}

const RangeSheet = ({ value, calendar, onChange, presets, future }: Required<RangePickerProps>) => {
  const say = useSay(ui)
  const { language } = useLanguage()
  const [from, setFrom] = useState(value.from)
  const [to, setTo] = useState(value.to)
  const wrong = wrongIn(from, to, calendar, future)
  const valid = wrong === undefined
  return (
    <div className="range-sheet">
      <ul className="presets" aria-label={say('presets')}>
        {presets.map((preset) => (
          <li key={preset}>
            <button type="button" aria-pressed={value.preset === preset} onClick={() => onChange(presetRange(preset, calendar))}>
              {say(preset)}
            </button>
          </li>
        ))}
      </ul>
      <form
        className="own-range"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (valid) onChange({ from, to })
        }}
      >
        <div className="typed">
          <DayField label={say('from')} value={from} onChange={setFrom} invalid={!isDay(from)} />
          <DayField label={say('to')} value={to} onChange={setTo} invalid={!isDay(to) || wrong === 'dayBackwards'} />
        </div>
        <Suspense fallback={<Waiting rows={7} />}>
          <RangeCalendar
            value={valid ? { from, to } : value}
            weekStart={calendar.weekStart}
            {...(future ? {} : { last: calendar.today })}
            onChange={(range) => {
              setFrom(range.from)
              setTo(range.to)
            }}
          />
        </Suspense>
        <p className="range-foot">
          <small id="range-note" role="status">
            {wrong ? say(wrong) : `${rangeText({ from, to }, language)} · ${say.count('days', daysIn({ from, to }))}`}
          </small>
          <button type="submit" className="btn primary" disabled={!valid}>
            {say('apply')}
          </button>
        </p>
      </form>
    </div>
  )
}

const DayField = ({ label, value, onChange, invalid }: { label: string; value: string; onChange: (value: string) => void; invalid: boolean }) => (
  <label className="field small">
    <span>{label}</span>
    <input
      value={value}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      aria-invalid={invalid}
      aria-describedby="range-note"
      onChange={(event) => onChange(event.target.value.normalize('NFKC').replaceAll('/', '-').trim())}
    />
  </label>
)

const wrongIn = (from: string, to: string, calendar: VenueCalendar, future: boolean) => {
  if (!isDay(from) || !isDay(to)) return 'dayWrong'
  if (from > to) return 'dayBackwards'
  return !future && from > calendar.today ? 'dayFuture' : undefined
}
