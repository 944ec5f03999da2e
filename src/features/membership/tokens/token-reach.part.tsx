import { tokenReportNames } from '#shared/token-reports.messages.ts'
import type { TokenReportName } from '#shared/token-reports.ts'
import { useSay } from '#ui/language.tsx'
import { useVenueConfig } from '#ui/venue-config.ts'
import { tokenTexts } from './tokens.messages.ts'

/** What a token is to read; null: all of it. */
export interface Reach {
  Reports: TokenReportName[] | null
  Locations: number[] | null
}

/** Whether something was chosen. */
export const isChosen = ({ Reports, Locations }: Reach): boolean => Reports?.length !== 0 && Locations?.length !== 0

interface ReachProps {
  value: Reach
  /** The reports its person may see something of. */
  reports: readonly TokenReportName[]
  onChange: (reach: Reach) => void
}

/** Which reports, and of which locations. */
export const ChooseReach = ({ value, reports, onChange }: ReachProps) => {
  const say = useSay(tokenTexts)
  const sayReport = useSay(tokenReportNames)
  const locations = useVenueConfig()?.Locations ?? []
  return (
    <>
      <SomeOrAll
        legend={say('reports')}
        all={say('allReports')}
        some={say('someReports')}
        options={reports.map((name) => [name, sayReport(name)] as const)}
        value={value.Reports}
        onChange={(Reports) => onChange({ ...value, Reports })}
      />
      <SomeOrAll
        legend={say('locations')}
        all={say('allLocations')}
        some={say('someLocations')}
        options={locations.map(({ LocationId, Name }) => [LocationId, Name] as const)}
        value={value.Locations}
        onChange={(Locations) => onChange({ ...value, Locations })}
      />
    </>
  )
}

interface SomeOrAllProps<V extends string | number> {
  legend: string
  all: string
  some: string
  options: readonly (readonly [V, string])[]
  value: V[] | null
  onChange: (value: V[] | null) => void
}

const SomeOrAll = <V extends string | number>({ legend, all, some, options, value, onChange }: SomeOrAllProps<V>) => {
  const say = useSay(tokenTexts)
  return (
    <fieldset className="choice-set">
      <legend>{legend}</legend>
      <div>
        {[true, false].map((isAll) => (
          <label className="tickable" key={String(isAll)}>
            <input type="radio" name={legend} checked={(value === null) === isAll} onChange={() => onChange(isAll ? null : [])} />
            <span>{isAll ? all : some}</span>
          </label>
        ))}
      </div>
      {value !== null && (
        <div>
          {options.map(([option, label]) => (
            <label className="tickable" key={option}>
              <input
                type="checkbox"
                checked={value.includes(option)}
                onChange={(event) => onChange(event.target.checked ? [...value, option] : value.filter((one) => one !== option))}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
      {value?.length === 0 && <p className="hint">{say('chooseOne')}</p>}
    </fieldset>
  )
}
