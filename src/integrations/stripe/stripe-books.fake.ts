/** What an account at the stand-in holds, kept as Stripe keeps it: every movement of money is a balance transaction. Newest first in lists. */

export interface FakeCharge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  currency: string
  created: number
  status: 'succeeded' | 'pending' | 'failed'
  captured: boolean
  disputed: boolean
  failure_code: string | null
  metadata: Record<string, string>
  balance_transaction: string | null
  payment_method_details: { type: 'card'; card: { brand: string; last4: string; country: string } }
}

interface FakeDispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  created: number
  charge: string
  status: string
  reason: string
  evidence_details: { due_by: number }
}

interface FakePayout {
  id: string
  object: 'payout'
  amount: number
  currency: string
  created: number
  arrival_date: number
  status: string
  automatic: true
  failure_code: null
}

export interface FakeEntry {
  id: string
  object: 'balance_transaction'
  type: string
  amount: number
  fee: number
  net: number
  currency: string
  created: number
  available_on: number
  fee_details: { amount: number; type: string }[]
  source: string
  payout: string | null
}

let made = 0
const newId = (prefix: string): string => {
  made += 1
  return `${prefix}_${made.toString(36).padStart(8, '0')}${process.pid.toString(36)}`
}

const DAY = 86_400

/** The books of one account. */
export class Books {
  readonly charges: FakeCharge[] = []
  readonly disputes: FakeDispute[] = []
  readonly payouts: FakePayout[] = []
  readonly entries: FakeEntry[] = []
  readonly refunds = new Map<string, { id: string; object: 'refund'; charge: string; amount: number }>()

  /** A payment by card; one that succeeded costs 1.70 % and 0.30. */
  charge(given: {
    amount: number
    at: number
    status?: FakeCharge['status']
    currency?: string
    metadata?: Record<string, string>
    ourFee?: number
  }): FakeCharge {
    const { amount, at, status = 'succeeded', currency = 'aud', metadata = {}, ourFee = 0 } = given
    const charge: FakeCharge = {
      id: newId('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      currency,
      created: at,
      status,
      captured: status === 'succeeded',
      disputed: false,
      failure_code: status === 'failed' ? 'card_declined' : null,
      metadata,
      balance_transaction: null,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', country: 'AU' } },
    }
    this.charges.push(charge)
    if (status === 'succeeded') this.#settle(charge, at, ourFee)
    return charge
  }

  /** A payment that was under way ends. */
  settle(id: string, status: 'succeeded' | 'failed', at: number): void {
    const charge = this.#chargeOf(id)
    charge.status = status
    charge.captured = status === 'succeeded'
    charge.failure_code = status === 'failed' ? 'bank_refused' : null
    if (status === 'succeeded') this.#settle(charge, at, 0)
  }

  refund(id: string, amount: number, at: number): string {
    const charge = this.#chargeOf(id)
    charge.amount_refunded += amount
    const refund = { id: newId('re'), object: 'refund' as const, charge: id, amount }
    this.refunds.set(refund.id, refund)
    this.#enter('refund', -amount, [], charge.currency, at, refund.id)
    return refund.id
  }

  dispute(id: string, at: number): FakeDispute {
    const charge = this.#chargeOf(id)
    charge.disputed = true
    const dispute: FakeDispute = {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount,
      currency: charge.currency,
      created: at,
      charge: id,
      status: 'needs_response',
      reason: 'fraudulent',
      evidence_details: { due_by: at + 7 * DAY },
    }
    this.disputes.push(dispute)
    this.#enter('adjustment', -charge.amount, [{ amount: 2500, type: 'stripe_fee' }], charge.currency, at, dispute.id)
    return dispute
  }

  /** Pays everything out that was not yet. */
  payOut(at: number): FakePayout {
    const open = this.entries.filter(({ payout, type }) => payout === null && type !== 'payout')
    const payout: FakePayout = {
      id: newId('po'),
      object: 'payout',
      amount: open.reduce((sum, { net }) => sum + net, 0),
      currency: open[0]?.currency ?? 'aud',
      created: at,
      arrival_date: at + 2 * DAY,
      status: 'in_transit',
      automatic: true,
      failure_code: null,
    }
    this.payouts.push(payout)
    for (const entry of open) entry.payout = payout.id
    this.#enter('payout', 0 - payout.amount, [], payout.currency, at, payout.id, payout.id)
    return payout
  }

  #chargeOf(id: string): FakeCharge {
    const charge = this.charges.find((one) => one.id === id)
    if (!charge) throw new Error(`No charge ${id}.`)
    return charge
  }

  #settle(charge: FakeCharge, at: number, ourFee: number): void {
    const fees = [{ amount: Math.round(charge.amount * 0.017) + 30, type: 'stripe_fee' }, ...(ourFee > 0 ? [{ amount: ourFee, type: 'application_fee' }] : [])]
    charge.balance_transaction = this.#enter('charge', charge.amount, fees, charge.currency, at, charge.id)
  }

  #enter(type: string, amount: number, fees: FakeEntry['fee_details'], currency: string, at: number, source: string, payout: string | null = null): string {
    const fee = fees.reduce((sum, one) => sum + one.amount, 0)
    const entry: FakeEntry = {
      id: newId('txn'),
      object: 'balance_transaction',
      type,
      amount,
      fee,
      net: amount - fee,
      currency,
      created: at,
      available_on: at + 2 * DAY,
      fee_details: fees,
      source,
      payout,
    }
    this.entries.push(entry)
    return entry.id
  }

  /** What an entry is about, whole. */
  sourceOf({ source }: FakeEntry): unknown {
    const found = [...this.charges, ...this.disputes, ...this.payouts].find(({ id }) => id === source)
    return found ?? this.refunds.get(source) ?? source
  }
}
