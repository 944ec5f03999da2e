import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Run, Transaction } from './tyro-answers.rules.ts'

const PROVIDER = 'Tyro'

/** Whose payments they are. */
export interface TyroAccount {
  linkId: string
  locationId: number
  mid: string
}

/** Payments of a terminal's business day as they stand now, over what was kept of them. @param readAt when the reading began */
export const keepTransactions = async (
  { sql, venueId }: VenueScope,
  { linkId, locationId, mid }: TyroAccount,
  day: string,
  readAt: Date,
  transactions: readonly Transaction[],
): Promise<void> => {
  if (transactions.length === 0) return
  const rows = transactions.map((one) => ({
    payment_id: one.transactionId,
    local_at: one.transactionLocalDateTime,
    status: one.transactionStatus,
    terminal: one.tid,
    card: one.card?.type ?? null,
    last4: /\d{4}$/.exec(one.card?.cardLastFour ?? '')?.[0] ?? null,
    is_refund: one.isRefund,
    is_reversal: one.isReversal ?? false,
    sale: one.amountDetails.saleAmount,
    refund: one.amountDetails.refundAmount,
    tip: one.amountDetails.tipAmount,
    cash_out: one.amountDetails.cashOutAmount,
    surcharge: one.amountDetails.surchargeAmount,
    donation: one.amountDetails.donationAmount,
    total: one.totalAmount,
    settlement: one.settlementAmount,
    fee: one.merchantAcquiringFee,
  }))
  // Named twice in one statement it would be refused as a whole; the later one counts.
  const unique = [...new Map(rows.map((row) => [row.payment_id, row])).values()]
  await sql`
    insert into terminal_payment as p (venue_id, provider, account_id, payment_id, link_id, location_id, business_date, local_at, status, terminal, card, last4,
      is_refund, is_reversal, sale, refund, tip, cash_out, surcharge, donation, total, settlement, fee, read_at)
    select ${venueId}, ${PROVIDER}, ${mid}, r.payment_id, ${linkId}::bigint, ${locationId}::int, ${day}::date, r.local_at, r.status, r.terminal, r.card, r.last4,
      r.is_refund, r.is_reversal, r.sale, r.refund, r.tip, r.cash_out, r.surcharge, r.donation, r.total, r.settlement, r.fee::numeric, ${readAt}::timestamptz
    from jsonb_to_recordset(${sql.json(unique)}::jsonb) as r(payment_id text, local_at timestamp, status text, terminal text, card text, last4 text, is_refund boolean,
      is_reversal boolean, sale bigint, refund bigint, tip bigint, cash_out bigint, surcharge bigint, donation bigint, total bigint, settlement bigint, fee text)
    on conflict (venue_id, provider, payment_id) do update set account_id = excluded.account_id, link_id = excluded.link_id, location_id = excluded.location_id,
      business_date = excluded.business_date, local_at = excluded.local_at, status = excluded.status, terminal = excluded.terminal, card = excluded.card,
      last4 = excluded.last4, is_refund = excluded.is_refund, is_reversal = excluded.is_reversal, sale = excluded.sale, refund = excluded.refund, tip = excluded.tip,
      cash_out = excluded.cash_out, surcharge = excluded.surcharge, donation = excluded.donation, total = excluded.total, settlement = excluded.settlement,
      fee = excluded.fee, read_at = greatest(p.read_at, excluded.read_at)
    returning 1`
}

/**
 * A day was read to its end: what Tyro does not list any more is not kept, unless fewer were met than it says there are.
 * @param total how many it says there are
 */
export const dropUnlisted = async ({ sql, venueId }: VenueScope, { mid }: TyroAccount, day: string, readAt: Date, total: number): Promise<void> => {
  const [met] = await sql<{ n: number }[]>`
    select count(*)::int as n from terminal_payment where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${mid} and business_date = ${day}::date
      and read_at >= ${readAt}`
  if ((met?.n ?? 0) < total) return
  await sql`
    delete from terminal_payment where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${mid} and business_date = ${day}::date
      and read_at < ${readAt} returning 1`
}

/** What was settled on a day, in place of what was kept of it. */
export const keepSettlements = async (
  { sql, venueId }: VenueScope,
  { linkId, locationId, mid }: TyroAccount,
  day: string,
  runs: readonly Run[],
): Promise<void> => {
  await sql`
    delete from terminal_settlement where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${mid} and bank_day = ${day}::date returning 1`
  const rows = runs.flatMap(linesOf).map((row, line) => ({ line, ...row }))
  if (rows.length === 0) return
  await sql`
    insert into terminal_settlement (venue_id, provider, account_id, bank_day, line, link_id, location_id, run_id, gross, type, amount, status, reference, told_at)
    select ${venueId}, ${PROVIDER}, ${mid}, ${day}::date, r.line, ${linkId}::bigint, ${locationId}::int, r.run_id, r.gross, r.type, r.amount, r.status, r.reference,
      r.told_at
    from jsonb_to_recordset(${sql.json(rows)}::jsonb) as r(line int, run_id text, gross bigint, type text, amount bigint, status text, reference text,
      told_at timestamptz) returning 1`
}

/** The destinations of a run; one that names none is a line all the same, for its amount. */
const linesOf = ({ clearingPaymentId, grossAmount, settlementDetails }: Run) => {
  const details: readonly (Run['settlementDetails'][number] | undefined)[] = settlementDetails.length > 0 ? settlementDetails : [undefined]
  return details.map((detail, i) => ({
    run_id: clearingPaymentId ?? null,
    gross: i === 0 ? (grossAmount ?? null) : null,
    type: detail?.type ?? null,
    amount: detail?.settlementAmount ?? null,
    status: detail?.settlementStatus ?? null,
    reference: detail?.lodgementReference ?? null,
    told_at: detail?.lastUpdatedAt ?? null,
  }))
}

const MOST_UNSETTLED = 90

/** Days before one on which something had not been sent to its bank when it was last asked. */
export const daysNotSent = async ({ sql, venueId }: VenueScope, { mid }: TyroAccount, before: string): Promise<string[]> => {
  const rows = await sql<{ day: string }[]>`
    select distinct bank_day as day from terminal_settlement where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${mid}
      and bank_day < ${before}::date and status is not null and status not in ('SENT', 'RESUBMISSION_SENT') order by 1 desc limit ${MOST_UNSETTLED}`
  return rows.map(({ day }) => day)
}
