/** A sale as a till sends it to POST /pos/v1/sales; money in integer cents, quantities as decimal texts. */
export interface TillSale {
  SaleId: string
  Revision: number
  Type: 'Sale' | 'Refund' | 'Void' | 'NoSale'
  OriginalSaleId?: string
  LocationId: number
  TerminalId: string
  ClerkId: string
  ClerkName: string
  OpenedAt?: string
  ClosedAt: string
  OrderType?: 'DineIn' | 'Takeaway' | 'Delivery' | 'Bar' | 'Online'
  Table?: string
  Covers?: number
  LoyaltyCard?: string
  Currency: string
  TaxIncluded: boolean
  Lines: TillLine[]
  Discounts?: { Id: string; Name: string; Amount: number; LineId?: string; Kind: 'Percent' | 'Amount' | 'Comp' | 'Staff' | 'Member' }[]
  Promotions?: { Id: string; Name: string; Amount: number; LineId?: string }[]
  Surcharges?: { Id: string; Name: string; Amount: number; Kind: 'Card' | 'Holiday' | 'Weekend' | 'Service' }[]
  Tips?: { Amount: number; ClerkId: string }[]
  Tenders: {
    Method: 'Cash' | 'Card' | 'GiftCard' | 'Voucher' | 'Points' | 'Account' | 'Online' | 'Other'
    Amount: number
    Tip: number
    Surcharge: number
    Change: number
    CashOut: number
    CardType?: string
    Last4?: string
  }[]
  Points?: { Accrued: number; Redeemed: number }
  Rounding?: number
  Totals: { Gross: number; Discount: number; Surcharge: number; Tax: number; Tip: number; Net: number; Total: number }
}

export interface TillLine {
  LineId: string
  Kind: 'Sale' | 'NonSale'
  ProductId: string
  Plu: string
  Name: string
  ListPrice?: number
  Group?: string
  Department?: string
  ProductGroup?: string
  Category?: string
  Quantity: string
  UnitPrice: number
  /** What a gift voucher that is sold is worth, in dollars. */
  Voucher?: number
  Gross: number
  DiscountTotal: number
  Net: number
  Tax: number
  Cost: number
  Wastage?: boolean
  WastageReason?: string
}
