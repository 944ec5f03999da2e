import { Field } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { seesWholeVenue } from '#ui/whole-venue.tsx'
import type { VenueSettings } from './venue-config.contract.ts'
import layout from './venue-part.module.css'
import { venueWords } from './venues.messages.ts'

export interface Place {
  LocationId: number
  Name: string
}

export type Targets = Pick<VenueSettings, 'WageTargetPercent' | 'WageTargets'>

interface TargetProps {
  settings: Targets
  places: readonly Place[]
  wrong: boolean
  onChange: (part: Partial<Targets>) => void
}

/** What wages may be of sales, for the venue, and for locations that differ from it. */
export const WageTargets = ({ settings, places, wrong, onChange }: TargetProps) => {
  const say = useSay(venueWords)
  const isWhole = seesWholeVenue(useStoredUser())
  const { WageTargetPercent, WageTargets: own } = settings
  const written = (percent: number | null | undefined) => (Number.isFinite(percent) ? String(percent) : '')
  const complaint = (percent: number | null | undefined) =>
    wrong && percent !== null && percent !== undefined && !isPercent(percent) ? say('wrongWageTarget') : undefined
  const put = (LocationId: number, typed: string) => {
    const others = own.filter((one) => one.LocationId !== LocationId)
    onChange({ WageTargets: [...others, ...(typed === '' ? [] : [{ LocationId, Percent: Number(typed) }])].sort((a, b) => a.LocationId - b.LocationId) })
  }
  return (
    <fieldset className={`${layout.part} ${layout.targets}`}>
      <legend>{say('wageTargets')}</legend>
      <p className="hint">{say('wageTargetsHint')}</p>
      <div className={layout.fields}>
        <fieldset disabled={!isWhole}>
          <Field
            label={say('WageTargetPercent')}
            type="number"
            inputMode="decimal"
            step="0.1"
            value={written(WageTargetPercent)}
            wrong={complaint(WageTargetPercent)}
            onChange={(typed) => onChange({ WageTargetPercent: typed === '' ? null : Number(typed) })}
          />
        </fieldset>
        {(places.length > 1 || !isWhole) &&
          places.map(({ LocationId, Name }) => {
            const percent = own.find((one) => one.LocationId === LocationId)?.Percent
            return (
              <Field
                key={LocationId}
                label={say('wageTargetAt', { place: Name })}
                type="number"
                inputMode="decimal"
                step="0.1"
                value={written(percent)}
                wrong={complaint(percent)}
                onChange={(typed) => put(LocationId, typed)}
              />
            )
          })}
      </div>
    </fieldset>
  )
}

const isPercent = (percent: number): boolean => percent >= 0.1 && percent <= 100 && Number.isInteger(Math.round(percent * 1e6) / 1e5)
