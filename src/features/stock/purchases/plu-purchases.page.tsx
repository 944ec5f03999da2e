import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { type ReportScreen, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useReport } from '#features/reports/kit/screen/use-report.part.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { type MoreShown, useMoreRows } from '#features/stock/list-tools.part.tsx'
import { rangeText } from '#shared/range.ts'
import { ActMenu, BlankMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { EnterInvoice } from './enter-invoice.part.tsx'
import { type PurchasesAnswer, purchaseCalls } from './plu-purchases.contract.ts'
import { PurchaseFigures } from './purchase-figures.part.tsx'
import { PurchaseList } from './purchase-list.part.tsx'
import { purchaseWords } from './purchases.messages.ts'
import { PurchasesDocket } from './purchases-docket.part.tsx'

/** What was bought of each product from each supplier, and the invoices behind it. */
const PluPurchases = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const navigate = useNavigate()
  const say = useSay(purchaseWords)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const [isEntering, setEntering] = useState(false)
  const { FromDate = '', ToDate = '', Locations } = screen.query
  const supplier = /^\d{1,9}$/.test(url.supplier ?? '') ? url.supplier : undefined
  const query = given({ FromDate, ToDate, Locations, Supplier: supplier, Search: url.q?.slice(0, 100) || undefined })
  const more = useMoreRows()
  // The row that a link opens may be any of them.
  const [isLinked] = useState(url.open !== undefined)
  const taken = isLinked ? query : { ...query, Take: String(more.shown) }
  const { data, error, refetch, isPlaceholderData } = useReport(purchaseCalls.pluPurchases, taken, screen)
  return (
    <ReportPage
      title={sayMenu('pluPurchases')}
      screen={screen}
      config={config}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      own={{
        filters: data && data.Suppliers.length > 1 && (
          <BlankMenu
            className="opt"
            label={say('Supplier')}
            value={supplier ?? ''}
            options={[{ value: '', label: say('allSuppliers') }, ...data.Suppliers.map(({ SupplierId, Name }) => ({ value: String(SupplierId), label: Name }))]}
            onChange={(chosen) => change({ supplier: chosen || undefined, open: undefined })}
          />
        ),
        count: supplier ? 1 : 0,
        printed: data?.Suppliers.find(({ SupplierId }) => String(SupplierId) === supplier)?.Name ?? '',
      }}
      exported={{ path: purchaseCalls.pluPurchases.path, query }}
      receipts={false}
      acts={
        <>
          {tagsOf(user).includes('can_editstock') && (
            <ActMenu
              ariaLabel={say('addInvoices')}
              label={
                <>
                  {say('addInvoices')} <Icon name="caret" />
                </>
              }
              acts={[
                { id: 'enter', label: say('enter'), onAct: () => setEntering(true) },
                { id: 'import', label: say('importFile'), onAct: () => void navigate({ to: '/venue/invoices/import' as never }) },
              ]}
            />
          )}
          <Go className="btn" change={{ open: 'all' }}>
            {say('listInvoices')}
          </Go>
        </>
      }
      docket={data && url.open && <PurchasesDocket answer={data} query={given({ FromDate, ToDate, Locations, Supplier: supplier })} opened={url.open} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && isEntering && (
        <EnterInvoice
          locations={config.Locations.filter(({ LocationId }) => data.Locations.some((one) => one.LocationId === LocationId))}
          suppliers={data.Suppliers}
          supplier={data.Suppliers.find(({ SupplierId }) => String(SupplierId) === supplier)?.Name ?? ''}
          today={todayAt(config.Locations, new Date())}
          onClose={() => setEntering(false)}
          onEntered={() => {
            setEntering(false)
            refetch()
          }}
        />
      )}
      {data && (data.Rows.length === 0 && !url.q ? <Nothing screen={screen} /> : <Whole answer={data} more={more} />)}
    </ReportPage>
  )
}

export default ofVenue(PluPurchases)

const Whole = ({ answer, more }: { answer: PurchasesAnswer; more: MoreShown }) => (
  <>
    <PurchaseFigures answer={answer} />
    <PurchaseList answer={answer} more={more} />
    <p className="note">{useSay(purchaseWords)('rule')}</p>
  </>
)

const Nothing = ({ screen }: { screen: ReportScreen }) => {
  const say = useSay(purchaseWords)
  const { language } = useLanguage()
  return (
    <Empty title={say('emptyTitle', { range: rangeText(screen.range, language) })}>
      <p>{say('emptyHint')}</p>
    </Empty>
  )
}
