import { createHash } from 'node:crypto'

/** A payment as a test or a sample asks for it; amounts in cents. */
export interface Sold {
  sale?: number
  refund?: number
  tip?: number
  cashOut?: number
  surcharge?: number
  donation?: number
  status?: string
  tid?: number
  card?: string
  /** Acquiring fee in cents, fractions and all. */
  fee?: number
  /** HH:MM on the terminal's clock. */
  at?: string
  id?: string
  /** The payment that this one reverses. Nothing is settled of either. */
  reverses?: Payment
}

export type Payment = Record<string, unknown> & { transactionId: string; transactionStatus: string; totalAmount: number; settlementAmount: number }

export interface Run {
  clearingPaymentId?: string
  grossAmount?: number
  settlementDetails: Record<string, unknown>[]
}

/** What a merchant has at Tyro: terminals, payments by terminal business day, and what was settled by day. */
export class TyroBooks {
  readonly payments = new Map<string, Map<string, Payment>>()
  readonly settlements = new Map<string, Run[]>()
  readonly terminals = new Map<number, string>()
  readonly #mid: string
  /** Reversals and the payments they reverse. */
  readonly #reversed = new Set<string>()
  #count = 0

  constructor(mid: string) {
    this.#mid = mid
  }

  /** Puts a payment on a day, or over the one of its id. */
  pay(day: string, sold: Sold): Payment {
    this.#count += 1
    const id = sold.id ?? createHash('sha256').update(`${this.#mid} ${this.#count}`).digest('hex')
    for (const payments of this.payments.values()) payments.delete(id)
    const payment = paymentOf(this.#mid, day, id, this.#count, sold)
    if (sold.reverses) {
      this.#reversed.add(id).add(sold.reverses.transactionId)
      sold.reverses.settlementAmount = 0
    }
    this.payments.set(day, (this.payments.get(day) ?? new Map()).set(id, payment))
    if (!this.terminals.has(sold.tid ?? 1)) this.terminals.set(sold.tid ?? 1, `Terminal ${sold.tid ?? 1}`)
    return payment
  }

  /** Says what became of a payment since. */
  change(id: string, status: string): void {
    for (const payments of this.payments.values()) {
      const payment = payments.get(id)
      if (payment) payment.transactionStatus = status
    }
  }

  /** What Tyro settles of the payments of a day. */
  net(day: string): number {
    return this.approved(day).reduce((sum, { settlementAmount }) => sum + settlementAmount, 0)
  }

  /** The payments of a day that were approved and not reversed. */
  approved(day: string): Payment[] {
    return [...(this.payments.get(day)?.values() ?? [])].filter(
      ({ transactionStatus, transactionId }) => transactionStatus === 'APPROVED' && !this.#reversed.has(transactionId),
    )
  }

  /** Settles an amount on a day, to the bank account unless it says otherwise. */
  settle(day: string, amount: number, { status = 'SENT', type = 'EXTERNAL_BANK_ACCOUNT', ...more }: Record<string, unknown> = {}): Run {
    const run = {
      clearingPaymentId: createHash('sha256')
        .update(`${this.#mid} ${day} ${this.settlements.get(day)?.length ?? 0}`)
        .digest('hex')
        .slice(0, 36),
      grossAmount: amount,
      settlementDetails: [
        {
          type,
          institutionName: 'MyBank',
          bsb: '840300',
          accountNumber: '****9201',
          accountName: 'Sample Pty Ltd',
          settlementAmount: amount,
          settlementStatus: status,
          lodgementReference: `Tyro ${day}`,
          lastUpdatedAt: `${day}T13:45:15.000Z`,
          ...more,
        },
      ],
    }
    this.settlements.set(day, [...(this.settlements.get(day) ?? []), run])
    return run
  }
}

const paymentOf = (mid: string, day: string, id: string, n: number, sold: Sold): Payment => {
  const { sale = 0, refund = 0, tip = 0, cashOut = 0, surcharge = 0, donation = 0, status = 'APPROVED', tid = 1, card = 'VISA', at = '12:00' } = sold
  const total = sale + refund + tip + cashOut + surcharge + donation
  const isRefund = refund !== 0
  return {
    transactionId: id,
    transactionLocalDateTime: `${day}T${at}:${String(n % 60).padStart(2, '0')}`,
    transactionStatus: status,
    transactionDescription: null,
    locationId: mid,
    tid,
    deviceType: 'BYO',
    mobilePlatformType: null,
    paymentType: isRefund ? 'REFUND_GOODS_AND_SERVICES' : cashOut > 0 ? 'GOODS_AND_SERVICES_WITH_CASH' : 'GOODS_AND_SERVICES',
    feeType: 'DEBIT_EFTPOS_NO_CASHOUT',
    fromAccountType: 'CREDIT',
    isExpressPayment: false,
    card: sold.reverses?.card ?? { type: card, cardLastFour: `XXXXXXXXXXXX${String(1000 + (n % 9000))}`, cardEntryMode: 'CONTACTLESS', cardPresent: true },
    isEcommerceTransaction: false,
    ecommerceOrderId: null,
    isRefund,
    refundReason: null,
    isReversal: sold.reverses !== undefined,
    reversalReason: sold.reverses ? 'SIGNATURE_MISMATCH' : null,
    isInternational: false,
    dcc: { currencyCode: null, exchangeRate: null, foreignCurrencyAmount: null, merchantCommissionAmount: 0 },
    amountDetails: { saleAmount: sale, refundAmount: refund, tipAmount: tip, cashOutAmount: cashOut, surchargeAmount: surcharge, donationAmount: donation },
    totalAmount: total,
    // The surcharge pays the fee and stays at Tyro.
    amountToPayMerchant: total - surcharge,
    settlementAmount: sold.reverses ? 0 : total - surcharge,
    merchantAcquiringFee: sold.fee ?? 0,
    acquirerActionCode: status === 'DECLINED' ? 'DECLINED' : 'APPROVED',
    rrn: 514_600_000_000 + n,
    tyroReference: n % 1_000_000,
    integratedTransactionId: null,
  }
}
