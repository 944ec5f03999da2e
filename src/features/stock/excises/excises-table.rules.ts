import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { Basis } from './counted.rules.ts'
import { exciseWords as words } from './excise.messages.ts'
import type { ExcisesAnswer } from './excises.contract.ts'

/** A row for each product, item and span. */
export const excisesTable = (answer: ExcisesAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const column = (key: string, kind: Column['kind']): Column => ({ key, kind, title: say(words, key as 'Plu') })
  const columns = [
    column('TariffItem', 'text'),
    column('ItemName', 'text'),
    column('From', 'date'),
    column('To', 'date'),
    column('Plu', 'text'),
    column('Name', 'text'),
    column('ProductGroup', 'text'),
    column('Abv', 'quantity'),
    column('DutiableAbv', 'quantity'),
    column('Quantity', 'quantity'),
    column('Volume', 'quantity'),
    column('Lal', 'quantity'),
    column('Basis', 'text'),
    column('Counted', 'quantity'),
    column('Rate', 'quantity'),
    column('RateFrom', 'date'),
    column('Duty', 'money'),
    column('DutyPerUnit', 'quantity'),
    column('PercentOfNet', 'percent'),
    column('StandardDrinks', 'quantity'),
  ]
  const basisText = (basis: Basis | undefined) => (basis ? say(words, `basis.${basis}`) : null)
  const rows = answer.Items.flatMap((item) =>
    item.Products.flatMap((product) =>
      product.Spans.map((part, i) => ({
        TariffItem: item.TariffItem,
        ItemName: item.Name,
        From: answer.Spans[i]?.FromDate ?? null,
        To: answer.Spans[i]?.ToDate ?? null,
        Plu: product.Plu,
        Name: product.Name,
        ProductGroup: product.ProductGroup,
        Abv: product.Abv,
        DutiableAbv: product.DutiableAbv,
        Quantity: part.Quantity,
        Volume: part.Volume,
        Lal: part.Lal,
        Basis: basisText(item.Rates[i]?.Basis),
        Counted: item.Rates[i] ? part.Counted : null,
        Rate: item.Rates[i]?.Rate ?? null,
        RateFrom: item.Rates[i]?.FromDay ?? null,
        Duty: part.Duty,
        DutyPerUnit: part.DutyPerUnit,
        PercentOfNet: product.PercentOfNet,
        StandardDrinks: part.StandardDrinks,
      })),
    ),
  )
  return {
    title: say(reportsMenu, 'excises'),
    notes: [
      venueName,
      say(words, 'noteRange', { from: answer.FromDate, to: answer.ToDate }),
      say(words, answer.Basis === 'sold' ? 'noteSold' : 'noteBought'),
      answer.ReturnSum.Duty === null || answer.Rounding === null
        ? say(words, 'noteNoRate')
        : say(words, 'noteReturn', { lal: answer.ReturnSum.Lal, duty: answer.ReturnSum.Duty, rounding: answer.Rounding, currency: answer.Currency }),
      ...(answer.Missing.length > 0 ? [say(words, 'noteMissing', { names: answer.Missing.map(({ Name }) => Name).join(', ') })] : []),
      ...(answer.Wine.Products > 0 ? [say(words, 'wine', { n: answer.Wine.Quantity })] : []),
      say(words, 'notLodged'),
    ],
    columns,
    rows: rows.filter(({ Quantity }) => Quantity !== 0),
    totals: { Name: say(words, 'lineSum'), Lal: answer.LineSum.Lal, Duty: answer.LineSum.Duty },
    headline: { title: say(words, 'Duty'), kind: 'money', value: answer.LineSum.Duty },
  }
}
