/** Receipts as the database has them: minor units, ten-thousandths, small numbers for kinds. */

export interface InvoiceRow {
  sale_id: string
  location_id: number
  receipt: string
  terminal: string | null
  clerk: string | null
  kind: number
  business_date: string
  closed_at: Date
  closed_micros: string
  order_type: number
  customers: number
  card_number: string | null
  qty: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
  non_sales: number
  tips: number
  rounding: number
  total: number
  value: number
}

export interface InvoiceSums {
  count: number
  value: number
  n: number
  customers: number
  qty: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
  non_sales: number
  tips: number
  rounding: number
  total: number
}

export interface ReceiptRow extends Omit<InvoiceRow, 'closed_micros' | 'value'> {
  revision: number
  counter_of: string | null
  original_receipt: string | null
  terminal_key: number
  sent_business_date: string | null
  opened_at: Date | null
  received_at: Date
  table_name: string | null
  points_accrued: number
  points_redeemed: number
  /** 0 none or not told, 1 sent by the till, 2 worked out here. */
  points_source: number
  source: string
}

export interface LineRow {
  line_no: number
  kind: number
  plu: string | null
  name: string
  qty: number
  unit_price: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
  /** Hundred-millionths of a cover. */
  units: number
  wastage: boolean
  wastage_reason: string | null
  voided: boolean
  parent_line_no: number | null
}

export interface TenderRow {
  media: string | null
  tendered: number
  change: number
  cash_out: number
  tip: number
  surcharge: number
  net: number
  card_type: string | null
  last4: string | null
  reference: string | null
}

export interface AdjustmentRow {
  kind: number
  name: string | null
  line_no: number | null
  amount: number
}

export interface RelatedRow {
  sale_id: string
  receipt: string
  revision: number
  kind: number
  counter_of: string | null
  original_receipt: string | null
  business_date: string
  closed_at: Date
  total: number
}
