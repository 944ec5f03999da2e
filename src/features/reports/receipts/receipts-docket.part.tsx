import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { call } from '#ui/api.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { callKey } from '#ui/use-call.ts'
import { docketWords } from './docket.messages.ts'
import { type Invoice, type InvoiceList, invoices } from './invoices.contract.ts'
import { invoiceWords } from './invoices.messages.ts'
import { type InvoiceFigure, isCount, isFraction, sharedNumbers } from './invoices.rules.ts'
import styles from './receipts.module.css'

interface ReceiptsProps {
  /** Where the figure stands: the location, and when. */
  title: string
  aside: string
  crumbs: ReactNode
  /** What the figure is called. */
  figureName: string
  /** The query of GET /sales/invoices that the figure's own filters make. */
  query: Record<string, string>
  /** The figure as the page shows it; its receipts must add up to it. */
  opened: number | null
  onClose: () => void
  onExport: () => void
  /** Reads the page again, when sales came in since. */
  onRefresh: () => void
}

/** The docket behind a figure: its receipts, and the proof that they add up to it. */
export const ReceiptsDocket = ({ title, aside, crumbs, figureName, query, opened, onClose, onExport, onRefresh }: ReceiptsProps) => {
  const say = useSay(docketWords)
  const { printed, print } = usePrinting()
  const list = useInfiniteQuery({
    queryKey: [...callKey(invoices.list, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) => call(invoices.list, { query: { ...query, ...(pageParam ? { After: pageParam } : {}) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page: InvoiceList) => page.Next,
  })
  const pages = list.data?.pages
  const first = pages?.[0]
  const acts = (
    <>
      {list.hasNextPage && (
        <button type="button" className="btn primary" aria-busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {say('more', { n: 100 })}
        </button>
      )}
      <button type="button" className="btn" onClick={onExport}>
        {say('csv')}
      </button>
      <button type="button" className="btn" onClick={print}>
        {say('print')}
      </button>
    </>
  )
  return (
    <Docket title={title} aside={aside} crumbs={crumbs} acts={acts} onClose={onClose} printed={printed}>
      {list.isError ? (
        <Failed error={list.error} onRetry={() => list.refetch()} />
      ) : first && pages ? (
        <Receipts list={first} all={pages.flatMap((page) => page.Invoices)} figureName={figureName} opened={opened} onRefresh={onRefresh} />
      ) : (
        <Waiting rows={8} />
      )}
    </Docket>
  )
}

/** Prints the docket instead of the page under it. */
export const usePrinting = () => {
  const [printed, setPrinted] = useState(false)
  const print = () => {
    flushSync(() => setPrinted(true))
    window.print()
    setPrinted(false)
  }
  return { printed, print }
}

/** How amounts of a figure are written: money of its currency, or a count. */
const useAmount = (figure: InvoiceFigure, currency: string) => {
  const { language } = useLanguage()
  return {
    plain: (value: number) => (isCount(figure) || isFraction(figure) ? numberText(value, language, 4) : moneyText(value, currency, language, 'plain')),
    full: (value: number) => (isCount(figure) || isFraction(figure) ? numberText(value, language, 4) : moneyText(value, currency, language)),
  }
}

const Receipts = ({
  list,
  all,
  figureName,
  opened,
  onRefresh,
}: { list: InvoiceList; all: readonly Invoice[] } & Pick<ReceiptsProps, 'figureName' | 'opened' | 'onRefresh'>) => {
  const say = useSay(docketWords)
  const { language } = useLanguage()
  const currency = list.Currency ?? all[0]?.Currency ?? 'AUD'
  const { plain, full } = useAmount(list.Figure, currency)
  const customers = list.Sums?.Customers ?? null
  const isMany = new Set(all.map(({ LocationId }) => LocationId)).size > 1
  const days = new Set(all.map(({ BusinessDate }) => BusinessDate)).size > 1
  const shared = useMemo(() => sharedNumbers(all), [all])
  if (list.Count === 0 && !list.Total) return <p className="meta">{say('none')}</p>
  return (
    <>
      <p className="fig">{list.Total === null ? '–' : full(list.Total)}</p>
      <p className="meta">
        {say.count('receipts', list.Count)}
        {customers !== null &&
          customers > 0 &&
          ` · ${say.count('customers', customers)} · ${say('average', { amount: moneyText((list.Sums?.Net ?? 0) / customers, currency, language, 'plain') })}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('time')}</th>
            <th scope="col">{say('receipt')}</th>
            <th scope="col" className="num">
              {say('people')}
            </th>
            <th scope="col" className="num">
              {figureName}
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((invoice, i) => (
            <Fragment key={invoice.SaleId}>
              {days && invoice.BusinessDate !== all[i - 1]?.BusinessDate && (
                <tr className={styles.day}>
                  <th scope="rowgroup" colSpan={4}>
                    {dayText(invoice.BusinessDate, language)}
                  </th>
                </tr>
              )}
              <ReceiptRow invoice={invoice} isMany={isMany} isShared={shared.has(invoice.Receipt)} amount={plain(invoice.Value)} />
            </Fragment>
          ))}
        </tbody>
        {list.Total !== null && (
          <tfoot>
            <tr className="sum">
              <th scope="row" colSpan={2}>
                {figureName}
              </th>
              <td className="num">{customers ?? ''}</td>
              <td className="num">{plain(list.Total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {all.length < list.Count && <p className="note">{say('shownOf', { shown: numberText(all.length, language), all: numberText(list.Count, language) })}</p>}
      <Verdict list={list} opened={opened} currency={currency} onRefresh={onRefresh} />
    </>
  )
}

interface RowProps {
  invoice: Invoice
  /** Receipts of several locations are listed. */
  isMany: boolean
  /** Another till has a receipt of this number. */
  isShared: boolean
  amount: string
}

const ReceiptRow = ({ invoice, isMany, isShared, amount }: RowProps) => {
  const say = useSay(docketWords)
  const sayKind = useSay(invoiceWords)
  const notes = [
    isMany ? invoice.Location : '',
    isShared ? say('tillNamed', { till: invoice.Terminal }) : '',
    invoice.Kind === 'sale' ? '' : sayKind(invoice.Kind),
  ].filter(Boolean)
  return (
    <tr>
      <td>{invoice.ClosedAt.slice(11, 16)}</td>
      <td>
        <Go change={{ receipt: invoice.SaleId }}>{invoice.Receipt}</Go>
        {notes.length > 0 && <small> {notes.join(' · ')}</small>}
      </td>
      <td className="num">{invoice.Customers === 0 ? '' : invoice.Customers}</td>
      <td className="num">{amount}</td>
    </tr>
  )
}

const Verdict = ({ list, opened, currency, onRefresh }: { list: InvoiceList; opened: number | null; currency: string; onRefresh: () => void }) => {
  const say = useSay(docketWords)
  const { language } = useLanguage()
  const { full } = useAmount(list.Figure, currency)
  if (list.Total === null || opened === null) return <p className="note">{say('mixed')}</p>
  const money = (value: number) => moneyText(value, currency, language, 'plain')
  const difference = Math.round((list.Total - opened) * 10_000) / 10_000
  if (difference !== 0) {
    return (
      <Proof
        holds={false}
        detail={
          <button type="button" className="text-btn" onClick={onRefresh}>
            {say('refresh')}
          </button>
        }
      >
        {say('disproof', { total: full(list.Total), figure: full(opened), difference: full(difference) })}
      </Proof>
    )
  }
  const { Sums } = list
  const detail =
    list.Figure === 'Net' && Sums
      ? say('partsOfNet', { gross: money(Sums.Gross), promotions: money(Sums.Promotions), discounts: money(Sums.Discounts), refunds: money(Sums.Refunds) })
      : undefined
  return (
    <Proof holds detail={detail}>
      {say.count('proof', list.Count, { total: full(list.Total) })}
    </Proof>
  )
}
