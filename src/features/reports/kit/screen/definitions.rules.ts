import type { FigureName } from '#features/reports/kit/figures.rules.ts'

/** One step of a sum as it is written out: "Gross 12,400.00 − discounts 310.00". */
export interface Step {
  sign: '' | '−' | '+' | '÷' | '×'
  figure: FigureName
}

/**
 * How a figure comes from others, in the order it is written. One list for screen, files and mails; a figure that is not
 * here is counted, not calculated.
 */
export const WORKED: Partial<Record<FigureName, readonly Step[]>> = {
  Net: [
    { sign: '', figure: 'Gross' },
    { sign: '−', figure: 'Promotions' },
    { sign: '−', figure: 'Discounts' },
    { sign: '−', figure: 'Refunds' },
  ],
  Amount: [
    { sign: '', figure: 'Net' },
    { sign: '+', figure: 'Surcharges' },
  ],
  AmountExTax: [
    { sign: '', figure: 'Amount' },
    { sign: '−', figure: 'Tax' },
  ],
  NetExTax: [
    { sign: '', figure: 'Net' },
    { sign: '−', figure: 'Tax' },
    { sign: '+', figure: 'SurchargeTax' },
  ],
  GrossProfit: [
    { sign: '', figure: 'NetExTax' },
    { sign: '−', figure: 'Cost' },
  ],
  GrossProfitPercent: [
    { sign: '', figure: 'GrossProfit' },
    { sign: '÷', figure: 'NetExTax' },
  ],
  Takings: [
    { sign: '', figure: 'Amount' },
    { sign: '+', figure: 'NonSales' },
    { sign: '+', figure: 'Tips' },
    { sign: '+', figure: 'Rounding' },
  ],
  AverageSale: [
    { sign: '', figure: 'Amount' },
    { sign: '÷', figure: 'Sales' },
  ],
  AverageSpend: [
    { sign: '', figure: 'Net' },
    { sign: '÷', figure: 'Customers' },
  ],
  TotalCount: [
    { sign: '', figure: 'ShiftCount' },
    { sign: '+', figure: 'TakeawayCount' },
    { sign: '+', figure: 'DeliveryCount' },
  ],
}
