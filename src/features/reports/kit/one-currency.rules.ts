interface Place {
  locationId: number
  currency: string
}

/** The places in whose currency there is trade; where there is none at all, those of the venue's currency, or of the first place's. */
export const withTrade = <P extends Place>(places: readonly P[], hasTrade: (locationId: number) => boolean, venueCurrency: string): readonly P[] => {
  const traded = new Set(places.filter(({ locationId }) => hasTrade(locationId)).map(({ currency }) => currency))
  const usual = usualCurrency([...new Set(places.map(({ currency }) => currency))], venueCurrency)
  return places.filter(({ currency }) => (traded.size === 0 ? currency === usual : traded.has(currency)))
}

/** Those of one currency, the venue's own where it is among them: what several currencies and their laws keep from being one report. */
export const ofOneCurrency = <P extends Place>(places: readonly P[], venueCurrency: string): readonly P[] => {
  const usual = usualCurrency([...new Set(places.map(({ currency }) => currency))], venueCurrency)
  return places.filter(({ currency }) => currency === usual)
}

/** The venue's currency where it is among them, else the first of them. */
const usualCurrency = (currencies: readonly string[], venueCurrency: string): string =>
  currencies.includes(venueCurrency) ? venueCurrency : (currencies[0] ?? venueCurrency)

interface Chosen {
  /** Those to choose among; one or none where there is no choice. */
  currencies: string[]
  currency: string
  /** As a report is asked for them; undefined for all. */
  locations: string | undefined
}

interface Config {
  Locations: readonly { LocationId: number; Currency: string }[]
  Currency: string
}

/**
 * Money of several currencies is not added, so a screen shows one at a time.
 * @param locationIds those chosen; none for all
 * @param traded the currencies in which something was sold; undefined while nobody knows, and then there is no choice yet
 */
export const inOneCurrency = (
  { Locations, Currency }: Config,
  { locationIds, wanted, traded }: { locationIds: readonly number[]; wanted: string | undefined; traded: readonly string[] | undefined },
): Chosen => {
  const chosen = Locations.filter(({ LocationId }) => locationIds.length === 0 || locationIds.includes(LocationId))
  const known = [...new Set(chosen.map((location) => location.Currency))].sort()
  const currencies = known.filter((currency) => known.length === 1 || traded?.includes(currency))
  const open = currencies.length > 0 ? currencies : known
  const currency = open.find((one) => one === wanted) ?? usualCurrency(open, Currency)
  const shown = chosen.filter((location) => location.Currency === currency)
  const isAll = shown.length === Locations.length
  return { currencies, currency, locations: isAll ? undefined : shown.map(({ LocationId }) => LocationId).join(',') }
}
