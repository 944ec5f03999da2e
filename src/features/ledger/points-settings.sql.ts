import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { PointsSettings } from './sale-points.rules.ts'

interface Kept {
  PointsPerDollar?: number
  PointsRates?: { ProductGroup: string; PointsPerDollar: number }[]
  VoucherPoints?: Record<string, number>
  AdjustmentLimit?: number
  PointsExpireMonths?: number
}

/** What the venue chose about points, and what holds until it does. */
export interface LoyaltySettings extends PointsSettings {
  adjustmentLimit: number
  /** 0: points do not expire. */
  expireMonths: number
}

const VOUCHER_PRICES = { 20: 2000, 25: 2500, 50: 5000, 100: 10_000 }
const tenThousandths = (rate: number): number => Math.round(rate * 10_000)

/** The venue's choices about points as they are now. */
export const loyaltySettings = async ({ sql, venueId }: VenueScope): Promise<LoyaltySettings> => {
  const [row] = await sql<{ value: Kept }[]>`select value from venue_setting where venue_id = ${venueId} and section = 'config'`
  const { PointsPerDollar = 0, PointsRates = [], VoucherPoints = VOUCHER_PRICES, AdjustmentLimit = 1000, PointsExpireMonths = 0 } = row?.value ?? {}
  return {
    rate: tenThousandths(PointsPerDollar),
    ratesByGroup: new Map(PointsRates.map((one) => [one.ProductGroup, tenThousandths(one.PointsPerDollar)])),
    voucherPrices: new Map(Object.entries(VoucherPoints).map(([dollars, points]) => [Number(dollars), points])),
    adjustmentLimit: AdjustmentLimit,
    expireMonths: PointsExpireMonths,
  }
}
