/** Where the money of a payment is: in the bank, under way by a payout that is named beside it, or still at the provider. */
export const WHERE = ['bank', 'way', 'provider'] as const
export type Where = (typeof WHERE)[number]

/** Payments and their net, in minor units. */
interface Sums {
  payments: number
  net: number
}

/** Where some of the net is; `payoutId` of what is on its way. */
export interface Arrival extends Sums {
  where: Where
  payoutId: string | null
  status: string | null
  arrivesOn: string | null
}

/** All of a net by where it is: what is not on its way nor at the provider has arrived. */
export const arrivalsOf = (all: readonly Sums[], notThere: readonly Omit<Arrival, 'where'>[]): Arrival[] => {
  const sum = (list: readonly Sums[], key: keyof Sums) => list.reduce((total, one) => total + one[key], 0)
  return [
    {
      where: 'bank',
      payoutId: null,
      status: 'paid',
      arrivesOn: null,
      payments: sum(all, 'payments') - sum(notThere, 'payments'),
      net: sum(all, 'net') - sum(notThere, 'net'),
    },
    ...notThere.map(
      ({ payoutId, status, arrivesOn, payments, net }): Arrival => ({
        where: payoutId === null ? 'provider' : 'way',
        payoutId,
        status,
        arrivesOn,
        payments,
        net,
      }),
    ),
  ]
}
