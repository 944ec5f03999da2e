import { LITRE } from '#features/stock/spec.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Rate } from './excise.rules.ts'
import type { KeptRate } from './excise-rates.contract.ts'
import { lockRates, ratesOf, removeRate, storeRate } from './excise-rates.sql.ts'
import { PUBLISHED_POINTS } from './published-points.rules.ts'
import { wrongInRate } from './rate-check.rules.ts'

type Sent = Omit<KeptRate, 'RateId' | 'Published' | 'EnteredBy'>

/** Every rate of the venue, and its gaps. */
export const ratesReport = async (scope: VenueScope) => {
  const rates = await ratesOf(scope)
  return { Rates: rates.map(rateAnswer), Gaps: gapsOf(rates, scope.now.toISOString().slice(0, 10)) }
}

/** Adds a rate, or changes one. @throws NotFound, ValidationFailed */
export const keepRate = async (scope: VenueScope, sent: Sent, rateId?: string) => {
  refuseUnlessEverywhere(scope)
  await lockRates(scope)
  const rates = await ratesOf(scope)
  if (rateId !== undefined && !rates.some((one) => one.rateId === rateId)) throw failure('NotFound')
  const rate = { ...rateFrom(sent), rateId: rateId ?? '0', published: false }
  const wrong = wrongInRate(rate, rates)
  if (wrong.length > 0) throw failure('ValidationFailed', {}, wrong)
  await storeRate(scope, rate, rateId)
  await scope.audit({
    action: rateId === undefined ? 'excise.rateadded' : 'excise.ratechanged',
    subject: `${sent.Jurisdiction} ${sent.TariffItem}`,
    detail: {},
  })
  return ratesReport(scope)
}

/** A rate, locked until the transaction ends. @throws NotPermitted, NotFound */
export const rateToChange = async (scope: VenueScope, rateId: string): Promise<Rate> => {
  refuseUnlessEverywhere(scope)
  await lockRates(scope)
  const rate = (await ratesOf(scope)).find((one) => one.rateId === rateId)
  if (!rate) throw failure('NotFound')
  return rate
}

/** @throws NotPermitted, NotFound */
export const takeRateAway = async (scope: VenueScope, rateId: string) => {
  const rate = await rateToChange(scope, rateId)
  await removeRate(scope, rateId)
  await scope.audit({
    action: 'excise.rateremoved',
    subject: `${rate.jurisdiction} ${rate.tariffItem}`,
    detail: {},
  })
  return ratesReport(scope)
}

/** Takes the published points in that fit beside what is there; those that would overlap are left out. */
export const takePublished = async (scope: VenueScope) => {
  refuseUnlessEverywhere(scope)
  await lockRates(scope)
  const there: Rate[] = [...(await ratesOf(scope))]
  let taken = 0
  for (const point of PUBLISHED_POINTS) {
    const rate = { ...point, rateId: '0', published: true }
    if (wrongInRate(rate, there).length > 0) continue
    const rateId = await storeRate(scope, rate)
    there.push({ ...rate, rateId, enteredBy: null })
    taken += 1
  }
  if (taken > 0) await scope.audit({ action: 'excise.published', subject: `${taken}`, detail: {} })
  return ratesReport(scope)
}

/** Rates hold of the whole venue: whoever sees only some of its locations does not change them. */
const refuseUnlessEverywhere = ({ allLocations }: VenueScope): void => {
  if (!allLocations) throw failure('NotPermitted')
}

const RATE_SCALE = 100_000
const hundredths = (percent: number): number => Math.round(percent * 100)

const rateFrom = (sent: Sent): Omit<Rate, 'rateId' | 'published' | 'enteredBy'> => ({
  jurisdiction: sent.Jurisdiction,
  tariffItem: sent.TariffItem,
  name: sent.Name,
  basis: sent.Basis,
  beverages: sent.Beverages,
  freeAbv: hundredths(sent.FreeAbv),
  aboveAbv: sent.AboveAbv === null ? null : hundredths(sent.AboveAbv),
  upToAbv: sent.UpToAbv === null ? null : hundredths(sent.UpToAbv),
  containerFrom: sent.ContainerFrom === null ? null : Math.round(sent.ContainerFrom * LITRE),
  containerUpTo: sent.ContainerUpTo === null ? null : Math.round(sent.ContainerUpTo * LITRE),
  draught: sent.Draught,
  rate: Math.round(sent.Rate * RATE_SCALE),
  fromDay: sent.FromDay,
  toDay: sent.ToDay,
  source: sent.Source,
  sourceUrl: sent.SourceUrl,
})

const rateAnswer = (rate: Rate): KeptRate => ({
  RateId: rate.rateId,
  Jurisdiction: rate.jurisdiction,
  TariffItem: rate.tariffItem,
  Name: rate.name,
  Basis: rate.basis,
  Beverages: [...rate.beverages],
  FreeAbv: rate.freeAbv / 100,
  AboveAbv: rate.aboveAbv === null ? null : rate.aboveAbv / 100,
  UpToAbv: rate.upToAbv === null ? null : rate.upToAbv / 100,
  ContainerFrom: rate.containerFrom === null ? null : rate.containerFrom / LITRE,
  ContainerUpTo: rate.containerUpTo === null ? null : rate.containerUpTo / LITRE,
  Draught: rate.draught,
  Rate: rate.rate / RATE_SCALE,
  FromDay: rate.fromDay,
  ToDay: rate.toDay,
  Source: rate.source,
  SourceUrl: rate.sourceUrl,
  Published: rate.published,
  EnteredBy: rate.enteredBy,
})

/** Days on which none of an item's rates holds: between two of them, or since the last one ended. */
const gapsOf = (rates: readonly Rate[], today: string) => {
  const byItem = groupBy(rates, ({ jurisdiction, tariffItem }) => `${jurisdiction} ${tariffItem}`)
  return [...byItem.values()].flatMap((own) => {
    const sorted = [...own].sort((a, b) => a.fromDay.localeCompare(b.fromDay))
    let end = sorted[0]?.toDay ?? null
    const between = sorted.slice(1).flatMap((rate) => {
      const from = end === null ? null : addDays(end, 1)
      const gap =
        from !== null && from < rate.fromDay
          ? [{ Jurisdiction: rate.jurisdiction, TariffItem: rate.tariffItem, FromDay: from, ToDay: addDays(rate.fromDay, -1) }]
          : []
      end = rate.toDay === null || (end !== null && rate.toDay > end) ? rate.toDay : end
      return gap
    })
    const [first] = sorted
    if (!first || end === null || end >= today) return between
    return [...between, { Jurisdiction: first.jurisdiction, TariffItem: first.tariffItem, FromDay: addDays(end, 1), ToDay: null }]
  })
}
