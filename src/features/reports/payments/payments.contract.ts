import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { PaymentList, PaymentListQuery } from './listed-payments.rules.ts'
import { paymentListTable } from './payment-list-table.rules.ts'
import { WITHIN } from './payment-pages.rules.ts'
import { PaymentsAnswer } from './payment-sums.rules.ts'
import { paymentsTable } from './payments-table.rules.ts'
import { pairsTable, tillTable } from './till-match-table.rules.ts'
import { PairsAnswer, PairsQuery } from './till-pairs.rules.ts'
import { TillAnswer, TillQuery } from './till-sides.rules.ts'

const access = ['can_viewpayments'] as const
const example = { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } } as const

/** Card payments as the provider has them. */
export const payments = contract({
  payments: report({
    path: '/reports/payments',
    summary:
      "Card payments by location and trading day as the linked provider has them: volume, refunds, disputes, the Daybook fee by the payment info beside the provider's fee, net and failures, with payouts and where the money is.",
    access,
    query: z.object({ ...WITHIN, ...WRITTEN }),
    response: PaymentsAnswer,
    table: paymentsTable,
    example,
  }),
  paymentList: report({
    path: '/reports/payments/list',
    summary: 'The payments behind a figure of Payments, one by one. Count and Total cover the whole set, not just the page.',
    access,
    query: PaymentListQuery,
    response: PaymentList,
    table: paymentListTable,
    next: ({ Next }) => (Next === null ? undefined : { After: Next }),
    example: { as: 'owner', query: { ...example.query, Figure: 'Volume' } },
  }),
  tillAgainstPayments: report({
    path: '/reports/payments/till',
    summary:
      'Card tenders of the tills compared with the payments and refunds at the linked provider, by location and trading day. They match if location, trading day and amount are the same. At most 92 days.',
    access,
    query: TillQuery,
    response: TillAnswer,
    table: tillTable,
    example,
  }),
  tillPairs: report({
    path: '/reports/payments/till/pairs',
    summary: 'The tenders and payments that match or do not, one by one, with what may explain those that do not. At most 92 days.',
    access,
    query: PairsQuery,
    response: PairsAnswer,
    table: pairsTable,
    next: ({ Next }) => (Next === null ? undefined : { After: Next }),
    example,
  }),
})
