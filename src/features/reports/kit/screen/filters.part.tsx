import { useState } from 'react'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { BlankMany, BlankMenu, BlankSheet } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { useDaypartName } from './daypart-name.part.tsx'
import styles from './filters.module.css'
import { reportWords } from './report.messages.ts'
import type { ScreenState } from './screen-state.rules.ts'
import { useWeekdayName } from './weekday-name.part.ts'

/** Filters a report does not take. */
export type WithoutFilters = readonly ('compare' | 'weekdays' | 'daypart' | 'items')[]

interface FiltersProps {
  state: ScreenState
  locations: readonly { LocationId: number; Name: string }[]
  dayparts: readonly { Name: string }[]
  /** Filters the report does not take. */
  without?: WithoutFilters | undefined
  onChange: (changes: Record<string, string | undefined>) => void
}

/** Against what, where, and which part of the trade. */
export const Filters = ({ state, locations, dayparts, without = [], onChange }: FiltersProps) => {
  const say = useSay(reportWords)
  const sayKind = useSay(tableWords)
  const chosen = state.locationIds.length
  const [only] = locations.filter(({ LocationId }) => state.locationIds.includes(LocationId))
  return (
    <>
      {!without.includes('compare') && (
        <BlankMenu
          className="opt"
          label={say('against')}
          value={state.compare}
          options={state.comparisons
            .filter((kind) => kind !== 'custom')
            .map((kind) => ({ value: kind as string, label: sayKind(kind) }))
            .concat(state.compareRange ? [{ value: 'custom', label: `${state.compareRange.from} – ${state.compareRange.to}` }] : [])}
          onChange={(cmp) => onChange({ cmp, ...(cmp === 'custom' ? {} : { cmpRange: undefined }) })}
        />
      )}
      {locations.length > 1 && (
        <BlankMany
          className="opt"
          label={say('locations')}
          allLabel={say('allLocations')}
          answer={chosen === 0 ? say('allOf', { n: locations.length }) : chosen === 1 ? only?.Name : say('someOf', { n: chosen, all: locations.length })}
          options={locations.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
          value={state.locationIds.map(String)}
          onChange={(ids) => onChange({ loc: ids.length === 0 || ids.length === locations.length ? undefined : ids.join(',') })}
        />
      )}
      <More state={state} dayparts={dayparts} without={without} onChange={onChange} />
    </>
  )
}

/** Weekdays, a time of day, single items, and dates of one's own to compare with. */
const More = ({ state, dayparts, without = [], onChange }: Pick<FiltersProps, 'state' | 'dayparts' | 'without' | 'onChange'>) => {
  const say = useSay(reportWords)
  const daypartName = useDaypartName()
  const name = useWeekdayName()
  const parts = [
    state.weekdays.map(name).join(' '),
    state.daypart === undefined ? '' : daypartName(state.daypart),
    state.items.length > 0 ? `PLU ${state.items.slice(0, 2).join(', ')}${state.items.length > 2 ? ' …' : ''}` : '',
  ].filter(Boolean)
  if (without.includes('weekdays') && without.includes('daypart') && without.includes('items') && without.includes('compare')) return null
  return (
    <BlankSheet className="opt" label={say('more')} answer={parts.join(' · ') || say('moreNone')}>
      {(close) => (
        <div className={styles.more}>
          {!without.includes('weekdays') && (
            <fieldset>
              <legend>{say('weekdays')}</legend>
              {[1, 2, 3, 4, 5, 6, 7].map((day) => {
                const ticked = state.weekdays.includes(day)
                const days = ticked ? state.weekdays.filter((one) => one !== day) : [...state.weekdays, day].sort()
                return (
                  <label className="tickable" key={day}>
                    <input
                      type="checkbox"
                      checked={ticked}
                      onChange={() => onChange({ days: days.length === 0 || days.length === 7 ? undefined : days.join(',') })}
                    />
                    <span>{name(day)}</span>
                  </label>
                )
              })}
            </fieldset>
          )}
          {!without.includes('daypart') && (
            <fieldset>
              <legend>{say('daypart')}</legend>
              {[undefined, ...dayparts.map((part) => part.Name)].map((part) => (
                <label className="tickable" key={part ?? ''}>
                  <input type="radio" name="daypart" checked={state.daypart === part} onChange={() => onChange({ part })} />
                  <span>{part === undefined ? say('wholeDay') : daypartName(part)}</span>
                </label>
              ))}
            </fieldset>
          )}
          <OwnWords
            state={state}
            without={without}
            onChange={(changes) => {
              onChange(changes)
              close()
            }}
          />
        </div>
      )}
    </BlankSheet>
  )
}

const OwnWords = ({ state, without = [], onChange }: Pick<FiltersProps, 'state' | 'without' | 'onChange'>) => {
  const say = useSay(reportWords)
  const [items, setItems] = useState(state.items.join(', '))
  const [from, setFrom] = useState(state.compareRange?.from ?? '')
  const [to, setTo] = useState(state.compareRange?.to ?? '')
  const compared = /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to) && from <= to
  if (without.includes('items') && without.includes('compare')) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const plus = items
          .normalize('NFKC')
          .split(/[,、\s]+/)
          .filter(Boolean)
        onChange({ items: plus.length > 0 ? plus.join(',') : undefined, ...(compared ? { cmp: 'custom', cmpRange: `${from}..${to}` } : {}) })
      }}
    >
      {!without.includes('items') && (
        <label className="field small">
          <span>{say('items')}</span>
          <input value={items} onChange={(event) => setItems(event.target.value)} autoComplete="off" />
          <small className="hint">{say('itemsHint')}</small>
        </label>
      )}
      {!without.includes('compare') && (
        <div className={styles.typed}>
          <label className="field small">
            <span>{say('compareFrom')}</span>
            <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          </label>
          <label className="field small">
            <span>{say('compareTo')}</span>
            <input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
          </label>
        </div>
      )}
      <p className="acts">
        <button type="submit" className="btn primary">
          {say('apply')}
        </button>
      </p>
    </form>
  )
}
