import { useMemo } from 'react'
import { presetRange, type Range, rangeFromUrl, rangeToUrl, type VenueCalendar } from '#shared/range.ts'
import type { VenueConfig } from '#ui/stored-user.ts'
import { type UrlState, useUrlState } from '#ui/url-state.ts'
import { tradingMoment } from '../day.rules.ts'
import type { ScreenFilter } from './drill.rules.ts'
import { given } from './given.rules.ts'
import { type Dropped, readState, type ScreenState } from './screen-state.rules.ts'

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
  /** The currencies of the locations asked for, and the one shown. */
  currencies: string[]
  currency: string
  change: (changes: Record<string, string | undefined>) => void
  /** Filters and range lead to other figures, so an opened one is closed. */
  changeFilter: (changes: Record<string, string | undefined>) => void
  setRange: (range: Range) => void
}

/** The screen as its address has it: everything that can be linked to is read here and nowhere else. */
export const useReportScreen = (config: VenueConfig): ReportScreen => {
  const [url, change] = useUrlState()
  const today = todayAt(config)
  const calendar = useMemo(
    () => ({ today, weekStart: config.WeekStart, financialYearStart: config.FinancialYearStart }),
    [today, config.WeekStart, config.FinancialYearStart],
  )
  return useMemo(() => screenOf(config, calendar, url, change), [config, calendar, url, change])
}

/** The same before anything is drawn: what the screen will ask, nothing to change it by. */
export const reportScreenAt = (config: VenueConfig, url: UrlState): ReportScreen =>
  screenOf(config, { today: todayAt(config), weekStart: config.WeekStart, financialYearStart: config.FinancialYearStart }, url, () => undefined)

type Change = ReportScreen['change']

const screenOf = (config: VenueConfig, calendar: VenueCalendar, url: UrlState, change: Change): ReportScreen => {
  const asked = rangeFromUrl(url.range, calendar)
  const range = asked ?? presetRange('thisweek', calendar)
  const currenciesKnown = [...new Set(config.Locations.map(({ Currency }) => Currency))].sort()
  const known = {
    locationIds: config.Locations.map(({ LocationId }) => LocationId),
    dayparts: config.Dayparts.map(({ Name }) => Name),
    currencies: currenciesKnown,
  }
  const { state, dropped } = readState(url, range, known)
  const { currencies, currency, locations } = inOneCurrency(config, state)
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
    dropped: url.range && !asked ? [{ name: 'range' as const, written: url.range }, ...dropped] : dropped,
    query: queryOf(range, state, filter),
    filter,
    currencies,
    currency,
    change,
    changeFilter,
    setRange: (next) => changeFilter({ range: rangeToUrl(next) }),
  }
}

/** The trading day now, at the location that is furthest into it. */
const todayAt = ({ Locations }: VenueConfig): string => {
  const now = new Date()
  const days = Locations.map(({ TimeZone, DayStart }) => tradingMoment(now, TimeZone, DayStart).day).sort()
  return days.at(-1) ?? now.toISOString().slice(0, 10)
}

/** Money of several currencies is not added, so the screen shows one at a time. */
const inOneCurrency = ({ Locations, Currency }: VenueConfig, state: ScreenState) => {
  const chosen = Locations.filter(({ LocationId }) => state.locationIds.length === 0 || state.locationIds.includes(LocationId))
  const currencies = [...new Set(chosen.map((location) => location.Currency))].sort()
  const usual = currencies.includes(Currency) ? Currency : (currencies[0] ?? Currency)
  const currency = currencies.find((one) => one === state.currency) ?? usual
  const shown = chosen.filter((location) => location.Currency === currency)
  const isAll = shown.length === Locations.length
  return { currencies, currency, locations: isAll ? undefined : shown.map(({ LocationId }) => LocationId).join(',') }
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
