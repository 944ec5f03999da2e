import type { VenueScope } from '#platform/access/venue-scope.ts'
import { usualCashLimit } from '#shared/countries.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { decimalsOf } from '#shared/money.ts'
import { taxNameOf } from '#shared/tax-name.ts'
import { withSent } from './difference.rules.ts'
import { wholeParts } from './fee.rules.ts'
import { keepFees } from './payment-fees.sql.ts'
import { changeSection, sectionOf } from './sections.sql.ts'
import type { Config, Shows, VenueSettings } from './venue-config.contract.ts'

type Sent<T> = { [K in keyof T]?: T[K] | undefined }

/** What holds of `/config` until somebody chooses otherwise, beside what the venue's row has. */
const UNCHOSEN = {
  VoucherPoints: { 20: 2000, 25: 2500, 50: 5000, 100: 10_000 },
  AdjustmentLimit: 1000,
  PointsPerDollar: 0,
  PointsRates: [] as Config['PointsRates'],
  PointsExpireMonths: 0,
}

const UNCHOSEN_SETTINGS: VenueSettings = {
  MailSenderName: '',
  ReportRecipients: [],
  OutsideRecipients: false,
  TimesheetToleranceMinutes: 5,
  WageTargetPercent: null,
  WageTargets: [],
  SessionIdleMinutes: 30,
  SessionHours: 12,
}

interface VenueNow extends Shows {
  VenueName: string
  LoyaltyName: string
  /** As chosen; may be empty. */
  TaxName: string
  WeekStart: number
  FinancialYearStart: string
  Language: 'en' | 'jp'
  Country: string
  Currency: string
}

/** The venue's row as it is now: a change before this one in the same moment counts. */
const rowOf = async ({ sql, venueId }: VenueScope): Promise<VenueNow> => {
  const [row] = await sql<VenueNow[]>`
    select name as "VenueName", loyalty_name as "LoyaltyName", tax_name as "TaxName", week_start as "WeekStart", financial_year_start as "FinancialYearStart", language as "Language",
      country as "Country", currency as "Currency", show_breakdown_page as "ShowBreakdownPage", show_control_sheet as "ShowControlSheet", show_excise as "ShowExcise",
      show_time_and_attendance_module as "ShowTimeAndAttendanceModule"
    from venue where venue_id = ${venueId}`
  if (!row) throw new Error('A venue that is open has a row.')
  return row
}

const configFrom = (row: VenueNow, kept: Record<string, unknown>): Config => {
  const { VenueName, LoyaltyName, WeekStart, FinancialYearStart, Language, Country, Currency } = row
  const TaxName = taxNameOf(row.TaxName, Currency, Country)
  const unchosen = { ...UNCHOSEN, SignOffLimit: usualCashLimit(Currency) }
  return { VenueName, LoyaltyName, TaxName, WeekStart, FinancialYearStart, Language, Country, Currency, ...withSent(unchosen, kept) }
}

const showsFrom = ({ ShowBreakdownPage, ShowControlSheet, ShowExcise, ShowTimeAndAttendanceModule }: VenueNow): Shows => ({
  ShowBreakdownPage,
  ShowControlSheet,
  ShowExcise,
  ShowTimeAndAttendanceModule,
})

export const configNow = async (venue: VenueScope) => {
  const [row, { version, value }] = await Promise.all([rowOf(venue), sectionOf(venue, 'config')])
  return { Config: configFrom(row, value), Version: version }
}

/** @throws Conflict; ValidationFailed for another currency once there are sales */
export const changeConfig = async (venue: VenueScope, sent: Sent<Config>, version: number | undefined) => {
  await changeSection(venue, 'config', version, async ({ value }) => {
    const row = await rowOf(venue)
    const before = configFrom(row, value)
    const sentTax = sent.TaxName?.trim() ?? before.TaxName
    // An answer that is posted back chooses nothing: the name goes on following the currency.
    const taxChosen = sentTax === before.TaxName ? row.TaxName : sentTax
    const after = withSent(before, { ...sent, VenueName: sent.VenueName?.trim(), LoyaltyName: sent.LoyaltyName?.trim(), TaxName: undefined })
    after.TaxName = taxNameOf(taxChosen, after.Currency, after.Country)
    const usualLimit = usualCashLimit(after.Currency)
    // A limit that was never chosen goes on following the currency, as the name of the tax does.
    if (value.SignOffLimit === undefined && after.SignOffLimit === before.SignOffLimit) after.SignOffLimit = usualLimit
    if (after.Currency !== before.Currency) await refuseOtherCurrency(venue, before.Currency)
    if (wholeParts(after.SignOffLimit, decimalsOf(after.Currency)) === undefined)
      throw fieldFailure('Config.SignOffLimit', `SignOffLimit has more decimals than ${after.Currency} has.`)
    const { VoucherPoints, SignOffLimit, AdjustmentLimit, PointsPerDollar, PointsRates, PointsExpireMonths } = after
    await venue.sql`
      update venue set name = ${after.VenueName}, loyalty_name = ${after.LoyaltyName}, tax_name = ${taxChosen}, week_start = ${after.WeekStart},
        financial_year_start = ${after.FinancialYearStart}, language = ${after.Language}, country = ${after.Country}, currency = ${after.Currency} where venue_id = ${venue.venueId}`
    const limit = SignOffLimit === usualLimit ? {} : { SignOffLimit }
    const kept = { VoucherPoints, ...limit, AdjustmentLimit, PointsPerDollar, PointsRates, PointsExpireMonths }
    return { value: kept, before, after }
  })
  return configNow(venue)
}

/** Amounts that were stored say nothing of a currency: another one would restate them all. */
const refuseOtherCurrency = async ({ sql, venueId }: VenueScope, currency: string) => {
  const [sold] = await sql<{ any: boolean }[]>`select exists (select from trading_day_state where venue_id = ${venueId}) as any`
  if (sold?.any)
    throw fieldFailure('Config.Currency', `The venue already has sales in ${currency}, so its currency cannot change. Add another venue for another currency.`)
}

export const showsNow = async (venue: VenueScope) => {
  const [row, { version }] = await Promise.all([rowOf(venue), sectionOf(venue, 'shows')])
  return { Config: showsFrom(row), Version: version }
}

/** @throws Conflict */
export const changeShows = async (venue: VenueScope, sent: Sent<Shows>, version: number | undefined) => {
  await changeSection(venue, 'shows', version, async () => {
    const before = showsFrom(await rowOf(venue))
    const after = withSent(before, sent)
    await venue.sql`
      update venue set show_breakdown_page = ${after.ShowBreakdownPage}, show_control_sheet = ${after.ShowControlSheet}, show_excise = ${after.ShowExcise},
        show_time_and_attendance_module = ${after.ShowTimeAndAttendanceModule} where venue_id = ${venue.venueId}`
    return { before: { ...before }, after: { ...after } }
  })
  return showsNow(venue)
}

export const settingsNow = async (venue: VenueScope) => {
  const { version, value } = await sectionOf(venue, 'settings')
  const Settings = withSent(UNCHOSEN_SETTINGS, value)
  return { Settings: { ...Settings, WageTargets: Settings.WageTargets.filter(isGranted(venue)) }, Version: version }
}

/** @throws Conflict, LocationNotFound for a target of a location that is not granted */
export const changeSettings = async (venue: VenueScope, sent: Sent<VenueSettings>, version: number | undefined) => {
  if (sent.WageTargets?.some((target) => !isGranted(venue)(target))) throw failure('LocationNotFound')
  // A wage target is of one location; all other settings apply to the whole venue.
  if (!venue.allLocations && Object.keys(sent).some((name) => name !== 'WageTargets')) throw failure('AllLocationsNeeded')
  await changeSection(venue, 'settings', version, async ({ value }) => {
    const before = withSent(UNCHOSEN_SETTINGS, value)
    const ReportRecipients = sent.ReportRecipients && [...new Set(sent.ReportRecipients.map((address) => address.toLowerCase()))]
    const WageTargets = sent.WageTargets && [...before.WageTargets.filter((target) => !isGranted(venue)(target)), ...sent.WageTargets].sort(byLocation)
    const after = withSent(before, { ...sent, MailSenderName: sent.MailSenderName?.trim(), ReportRecipients, WageTargets })
    return { value: { ...after }, before: inWords(venue, before), after: inWords(venue, after) }
  })
  return settingsNow(venue)
}

type WageTarget = VenueSettings['WageTargets'][number]
const isGranted =
  ({ locations }: VenueScope) =>
  ({ LocationId }: WageTarget): boolean =>
    locations.some(({ locationId }) => locationId === LocationId)
const byLocation = (a: WageTarget, b: WageTarget): number => a.LocationId - b.LocationId

/** Settings as the audit compares them: targets by the names of their locations. */
const inWords = ({ locations }: VenueScope, settings: VenueSettings) => ({
  ...settings,
  WageTargets: settings.WageTargets.map(
    ({ LocationId, Percent }) => `${locations.find(({ locationId }) => locationId === LocationId)?.name ?? LocationId} ${Percent} %`,
  ),
})

/** What a card payment costs at the venue, as the wire has it. */
export const feesNow = async (venue: VenueScope) => {
  const [{ version, value }, { Currency }] = await Promise.all([sectionOf(venue, 'payment'), rowOf(venue)])
  const { percentHundredths = 0, fixedMinor = 0 } = value as { percentHundredths?: number; fixedMinor?: number }
  return { PercentageFee: percentHundredths / 100, FixedFee: fixedMinor / 10 ** decimalsOf(Currency), Currency, Version: version }
}

interface SentFees {
  PercentageFee: number
  FixedFee: number
  Currency?: string | undefined
  Version?: number | undefined
}

/**
 * What a card payment costs from today's trading day on.
 * @throws Conflict; ValidationFailed for more decimals than percentages or the currency have, and for another currency
 */
export const changeFees = async (venue: VenueScope, { PercentageFee, FixedFee, Currency, Version }: SentFees) => {
  const before = await feesNow(venue)
  if (Currency !== undefined && Currency !== before.Currency) throw fieldFailure('Currency', `Currency must be ${before.Currency}, the currency of the venue.`)
  const percentHundredths = wholeParts(PercentageFee, 2)
  const fixedMinor = wholeParts(FixedFee, decimalsOf(before.Currency))
  if (percentHundredths === undefined) throw fieldFailure('PercentageFee', 'PercentageFee can have at most two decimals.')
  if (fixedMinor === undefined) throw fieldFailure('FixedFee', `FixedFee has more decimals than ${before.Currency} has.`)
  const after = { percentHundredths, fixedMinor }
  await changeSection(venue, 'payment', Version, async ({ value }) => {
    const now = { percentHundredths: 0, fixedMinor: 0, ...value }
    if (now.percentHundredths !== percentHundredths || now.fixedMinor !== fixedMinor) await keepFees(venue, after)
    return { value: after, before: now, after }
  })
  return feesNow(venue)
}
