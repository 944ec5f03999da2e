import { dayText } from '#shared/cell-text.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { InvoiceFileOutcome } from './invoice-files.contract.ts'
import { invoiceImportWords } from './invoice-import.messages.ts'

/** Each invoice that is new or was there before, with what it comes to. */
export const InvoicesInFile = ({ invoices }: { invoices: InvoiceFileOutcome['Invoices'] }) => {
  const say = useSay(invoiceImportWords)
  const { language } = useLanguage()
  return (
    <Scroll label={say('invoices')}>
      <table className="plain slips">
        <caption className="sr">{say('invoices')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('Invoice')}</th>
            <th scope="col">{say('ReceivedOn')}</th>
            <th scope="col">{say('Location')}</th>
            {(['lines', 'cost', 'freight', 'gst'] as const).map((key) => (
              <th scope="col" className="num" key={key}>
                {say(key)}
              </th>
            ))}
            <th scope="col">{say('status')}</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map(({ Supplier, Invoice, Location, ReceivedOn, Lines, Currency, Cost, Freight, Tax, Status }) => (
            <tr key={`${Supplier} ${Invoice} ${Location}`}>
              <th scope="row">
                {Invoice} <small>{Supplier}</small>
              </th>
              <td data-label={say('ReceivedOn')}>{dayText(ReceivedOn, language)}</td>
              <td data-label={say('Location')}>{Location}</td>
              <td className="num" data-label={say('lines')}>
                {Lines}
              </td>
              <td className="num" data-label={say('cost')}>
                {moneyText(Cost, Currency, language)}
              </td>
              <td className="num" data-label={say('freight')}>
                {moneyText(Freight, Currency, language)}
              </td>
              <td className="num" data-label={say('gst')}>
                {moneyText(Tax, Currency, language)}
              </td>
              <td data-label={say('status')}>{say(Status)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
