import { useStockText } from '#features/stock/stock-text.part.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { type Opened, readOpened, writeOpened } from './opened.rules.ts'
import { type InvoicesAnswer, type PurchasesAnswer, purchaseCalls } from './plu-purchases.contract.ts'
import { purchaseWords } from './purchases.messages.ts'
import styles from './purchases.module.css'

interface Props {
  answer: PurchasesAnswer
  /** Days, places and supplier of the report. */
  query: Record<string, string>
  opened: string
}

/** The invoices behind a figure, and the lines of one. */
export const PurchasesDocket = ({ answer, query, opened }: Props) => {
  const [, change] = useUrlState()
  const close = () => change({ open: undefined, from: undefined })
  const read = readOpened(opened)
  if (!read) return null
  return read.what === 'invoice' ? (
    <InvoiceDocket supplierId={read.supplierId} invoice={read.invoice} onClose={close} />
  ) : (
    <InvoicesDocket answer={answer} query={query} opened={read} onClose={close} />
  )
}

interface InvoicesProps extends Omit<Props, 'opened'> {
  opened: Exclude<Opened, { what: 'invoice' }>
  onClose: () => void
}

const InvoicesDocket = ({ answer, query, opened, onClose }: InvoicesProps) => {
  const say = useSay(purchaseWords)
  const own = opened.what === 'product' ? { Supplier: String(opened.supplierId), Plu: opened.plu } : {}
  const { data, error, refetch } = useCall(purchaseCalls.supplierInvoices, { query: { ...query, ...own } as never })
  const row = opened.what === 'product' ? answer.Rows.find((one) => one.SupplierId === opened.supplierId && one.Plu === opened.plu) : undefined
  const figure = opened.what === 'product' ? row?.Total : answer.Totals.Total
  return (
    <Docket title={row ? say('invoicesOf', { name: row.Name }) : say('invoicesTitle')} onClose={onClose}>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data && <InvoiceList invoices={data} figure={figure} />}
    </Docket>
  )
}

const InvoiceList = ({ invoices, figure }: { invoices: InvoicesAnswer; figure: number | undefined }) => {
  const say = useSay(purchaseWords)
  const [total] = invoices.Totals
  const text = useStockText(total?.Currency ?? 'AUD')
  if (!total) return <p>{say('none')}</p>
  const sum = text.sum(total.Total)
  const holds = figure === undefined || Math.abs(total.Total - figure) < 0.00005
  return (
    <>
      <table className={`plain ${styles.invoices}`}>
        <tbody>
          {invoices.Invoices.map((one) => (
            <tr key={`${one.SupplierId} ${one.Invoice} ${one.LocationId} ${one.ReceivedOn}`}>
              <td>
                <Go change={{ open: writeOpened({ what: 'invoice', supplierId: one.SupplierId, invoice: one.Invoice }) }}>{one.Invoice}</Go>
                <small>
                  {one.Supplier} · <span className="nowrap">{text.day(one.ReceivedOn)}</span> · {say.count('linesOf', one.Lines)} ·{' '}
                  {say(`source.${one.Source}`)}
                </small>
              </td>
              <td className="num">{text.money(one.Total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {invoices.IsCut ? (
        <p className="note">{say('cut', { n: invoices.Invoices.length })}</p>
      ) : (
        invoices.Totals.length === 1 && (
          <Proof holds={holds}>{holds ? say.count('proof', total.Invoices, { sum }) : say('notEqual', { sum, figure: text.sum(figure ?? 0) })}</Proof>
        )
      )}
    </>
  )
}

const InvoiceDocket = ({ supplierId, invoice, onClose }: { supplierId: number; invoice: string; onClose: () => void }) => {
  const say = useSay(purchaseWords)
  const { data, error, refetch } = useCall(purchaseCalls.supplierInvoice, { query: { Supplier: String(supplierId), Invoice: invoice } as never })
  const text = useStockText(data?.Currency ?? 'AUD')
  const places = useStoredUser()?.Config?.Locations ?? []
  return (
    <Docket title={say('invoice', { invoice })} aside={data?.Supplier} crumbs={<Go change={{ open: 'all' }}>{say('invoicesTitle')}</Go>} onClose={onClose}>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data && (
        <>
          <p className="fig">{text.sum(data.Totals.TotalWithTax)}</p>
          <table className={`plain ${styles.invoices}`}>
            <tbody>
              {data.Lines.map((line) => (
                <tr key={line.Line}>
                  <td>
                    {line.Name}
                    <small>
                      {text.quantity(line.Quantity)} {text.unit(line.Unit, line.Quantity)}
                      {line.UnitCost !== null && ` × ${text.money(line.UnitCost)}`} · {places.find(({ LocationId }) => LocationId === line.LocationId)?.Name} ·{' '}
                      <span className="nowrap">{text.day(line.ReceivedOn)}</span>
                    </small>
                  </td>
                  <td className="num">{text.money(line.Cost)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              {(['Cost', 'Freight', 'Tax', 'TotalWithTax'] as const).map((key) => (
                <tr key={key} className={key === 'TotalWithTax' ? 'sum' : undefined}>
                  <th scope="row">{say(key)}</th>
                  <td className="num">{text.money(data.Totals[key])}</td>
                </tr>
              ))}
            </tfoot>
          </table>
          <Proof holds>{say.count('proofLines', data.Totals.Lines, { sum: text.sum(data.Totals.TotalWithTax) })}</Proof>
        </>
      )}
    </Docket>
  )
}
