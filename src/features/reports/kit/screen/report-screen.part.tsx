import { useMemo } from 'react'
import { currencies as currencyCalls } from '#features/reports/currencies/currencies.contract.ts'
import { inOneCurrency } from '#features/reports/kit/one-currency.rules.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { type Preset, presetRange, type Range, rangeFromUrl, rangeToUrl, type VenueCalendar } from '#shared/range.ts'
import type { VenueConfig } from '#ui/stored-user.ts'
import { type UrlState, useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import type { ScreenFilter } from './drill.rules.ts'
import { given } from './given.rules.ts'
import { type Dropped, readState, type ScreenState, unknownRange } from './screen-state.rules.ts'

export interface ReportScreen {
  state: ScreenState
  range: Range
  calendar: VenueCalendar
  /** Parts of the address that are not here any more. */
  dropped: Dropped[]
  /** What every call of a report is asked with: the days, the filters, what it is compared with. */
  query: Record<string, string>
  /** The filters that go along to the receipts. */
  filter: ScreenFilter
  /** The currencies the locations asked for traded in, and the one shown. */
  currencies: string[]
  currency: string
  change: (changes: Record<string, string | undefined>) => void
  /** Filters and range lead to other figures, so an opened one is closed. */
  changeFilter: (changes: Record<string, string | undefined>) => void
  setRange: (range: Range) => void
}

interface ScreenOptions {
  /** The range where the address names none. */
  usual?: Preset
  /** What is shown has targets to be compared with. */
  targets?: boolean
}

/** The screen as its address has it: everything that can be linked to is read here and nowhere else. */
export const useReportScreen = (config: VenueConfig, { usual = 'thisweek', targets = false }: ScreenOptions = {}): ReportScreen => {
  const [url, change] = useUrlState()
  const today = todayAt(config.Locations, new Date())
  const calendar = useMemo(
    () => ({ today, weekStart: config.WeekStart, financialYearStart: config.FinancialYearStart }),
    [today, config.WeekStart, config.FinancialYearStart],
  )
  const first = useMemo(() => screenOf({ config, calendar, usual, targets }, url, change), [config, calendar, usual, targets, url, change])
  const traded = useTraded(config, first)
  return useMemo(
    () => (traded ? screenOf({ config, calendar, usual, targets }, url, change, traded) : first),
    [config, calendar, usual, targets, url, change, first, traded],
  )
}

/** The currencies in which anything was sold in the range; asked only where the locations have several. */
const useTraded = ({ Locations }: VenueConfig, { range, state }: ReportScreen): readonly string[] | undefined => {
  const query = { FromDate: range.from, ToDate: range.to, ...(state.locationIds.length > 0 ? { Locations: state.locationIds.join(',') } : {}) }
  const enabled = new Set(Locations.map(({ Currency }) => Currency)).size > 1
  return useCall(currencyCalls.currencies, { query: query as never }, { enabled }).data?.Currencies
}

/** The same before anything is drawn: what the screen will ask, nothing to change it by. */
export const reportScreenAt = (config: VenueConfig, url: UrlState, { usual = 'thisweek', targets = false }: ScreenOptions = {}): ReportScreen =>
  screenOf(
    {
      config,
      calendar: { today: todayAt(config.Locations, new Date()), weekStart: config.WeekStart, financialYearStart: config.FinancialYearStart },
      usual,
      targets,
    },
    url,
    () => undefined,
  )

type Change = ReportScreen['change']

interface ScreenOf {
  config: VenueConfig
  calendar: VenueCalendar
  usual: Preset
  targets: boolean
}

const screenOf = ({ config, calendar, usual, targets }: ScreenOf, url: UrlState, change: Change, traded?: readonly string[]): ReportScreen => {
  const asked = rangeFromUrl(url.range, calendar)
  const range = asked ?? presetRange(usual, calendar)
  const currenciesKnown = [...new Set(config.Locations.map(({ Currency }) => Currency))].sort()
  const known = {
    locationIds: config.Locations.map(({ LocationId }) => LocationId),
    dayparts: config.Dayparts.map(({ Name }) => Name),
    currencies: currenciesKnown,
    targets,
  }
  const { state, dropped } = readState(url, range, known)
  const { currencies, currency, locations } = inOneCurrency(config, { locationIds: state.locationIds, wanted: state.currency, traded })
  const filter: ScreenFilter = {
    Locations: locations,
    Weekdays: state.weekdays.length > 0 ? state.weekdays.join(',') : undefined,
    Daypart: state.daypart,
    Items: state.items.length > 0 ? state.items.join(',') : undefined,
  }
  const changeFilter: Change = (changes) => change({ ...changes, drill: undefined, receipt: undefined })
  return {
    state,
    range,
    calendar,
    dropped: [...unknownRange(url.range, asked), ...dropped],
    query: queryOf(range, state, filter),
    filter,
    currencies,
    currency,
    change,
    changeFilter,
    setRange: (next) => changeFilter({ range: rangeToUrl(next) }),
  }
}

const queryOf = ({ from, to }: Range, state: ScreenState, filter: ScreenFilter): Record<string, string> => {
  const asked: Record<string, string | undefined> = {
    FromDate: from,
    ToDate: to,
    ...filter,
    Compare: state.compare === 'none' ? undefined : state.compare,
    CompareFrom: state.compareRange?.from,
    CompareTo: state.compareRange?.to,
  }
  return given(asked)
}
