import { useState } from 'react'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { ReportPage } from '#features/reports/kit/screen/report-page.part.tsx'
import { useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { BlankMenu } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useAskAgain, useCall } from '#ui/use-call.ts'
import { MadeOrders } from './made-orders.part.tsx'
import { NoSuggestions } from './no-suggestions.part.tsx'
import { OpenOrders } from './open-orders.part.tsx'
import { OrderBar } from './order-bar.part.tsx'
import { orderRows } from './order-rows.rules.ts'
import { type Order, orderCalls } from './orders.contract.ts'
import { ReorderDocket } from './reorder-docket.part.tsx'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import { reorderCalls, USUAL_COVER_DAYS } from './reorders.contract.ts'
import { savedOrderCalls } from './saved-orders.contract.ts'
import { SavedOrders } from './saved-orders.part.tsx'
import { SupplierOrders } from './supplier-orders.part.tsx'
import { useOrderList } from './use-order-list.part.ts'

const COVER_DAYS = [1, 2, 3, 5, 7, 10, 14, 21, 28]

/** What to order for one location, by supplier; every suggestion says how it came about and can be changed. */
const PluReorders = ({ user, config }: OfVenue) => {
  const sayMenu = useSay(reportsMenu)
  const say = useSay(reorderScreenWords)
  const screen = useReportScreen(config)
  const [url, change] = useUrlState()
  const places = config.Locations
  const place = places.find(({ LocationId }) => String(LocationId) === url.loc) ?? places[0]
  const cover = COVER_DAYS.includes(Number(url.cover)) ? Number(url.cover) : USUAL_COVER_DAYS
  const supplier = /^\d{1,9}$/.test(url.supplier ?? '') ? url.supplier : undefined
  const query = given({
    Locations: place && String(place.LocationId),
    CoverDays: cover === USUAL_COVER_DAYS ? undefined : String(cover),
    Supplier: supplier,
  })
  const { data, error, refetch, isPlaceholderData } = useCall(reorderCalls.reorders, { query } as never, { keepLast: true })
  const list = useOrderList()
  const [made, setMade] = useState<readonly Order[]>([])
  const opened = data?.Suggestions.find(({ Plu }) => Plu === url.item)
  const currency = place?.Currency ?? 'AUD'
  const mayEdit = tagsOf(user).includes('can_editstock')
  const here = { query: { Locations: String(place?.LocationId ?? '') } } as never
  const saved = useCall(savedOrderCalls.savedOrders, here, { enabled: place !== undefined, fresh: true }).data?.Saved ?? []
  const askSaved = useAskAgain(savedOrderCalls.savedOrders)
  const askOpen = useAskAgain(orderCalls.orders)
  const rows = orderRows(data?.Suggestions ?? [], list.continued, supplier === undefined ? undefined : Number(supplier))
  const onMade = (orders: readonly Order[]) => {
    setMade(orders)
    list.reset()
    refetch()
    askSaved()
    askOpen()
  }
  return (
    <ReportPage
      title={sayMenu('pluReorders')}
      lead={
        <BlankMenu
          label={say('deliverTo')}
          value={String(place?.LocationId ?? '')}
          options={places.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
          onChange={(loc) => {
            list.reset()
            setMade([])
            change({ loc, item: undefined })
          }}
        />
      }
      screen={screen}
      config={{ ...config, Locations: [] }}
      user={user}
      without={['compare', 'weekdays', 'daypart', 'items']}
      own={{
        filters: (
          <>
            <BlankMenu
              className="opt"
              label={say('cover')}
              value={String(cover)}
              options={COVER_DAYS.map((n) => ({ value: String(n), label: say.count('coverDays', n) }))}
              onChange={(next) => change({ cover: Number(next) === USUAL_COVER_DAYS ? undefined : next })}
            />
            {data && data.Suppliers.length > 1 && (
              <BlankMenu
                className="opt"
                label={say('supplier')}
                value={supplier ?? ''}
                options={[
                  { value: '', label: say('allSuppliers') },
                  ...data.Suppliers.map(({ SupplierId, Name }) => ({ value: String(SupplierId), label: Name })),
                ]}
                onChange={(chosen) => change({ supplier: chosen || undefined })}
              />
            )}
          </>
        ),
        count: (cover === USUAL_COVER_DAYS ? 0 : 1) + (supplier ? 1 : 0),
        printed: `${place?.Name ?? ''}, ${say.count('coverDays', cover)}`,
      }}
      exported={{ path: reorderCalls.reorders.path, query }}
      receipts={false}
      docket={opened && data && <ReorderDocket one={opened} answer={data} currency={currency} onClose={() => change({ item: undefined })} />}
      error={error}
      onRetry={() => refetch()}
      isStale={isPlaceholderData}
    >
      {data && place && (
        <>
          <MadeOrders orders={made} />
          <SavedOrders saved={saved} list={list} mayEdit={mayEdit} onMade={onMade} onChanged={askSaved} />
          <SupplierOrders answer={data} rows={rows} list={list} currency={currency} mayEdit={mayEdit} />
          <NoSuggestions answer={data} />
          <OpenOrders locationId={place.LocationId} mayEdit={mayEdit} onChanged={() => refetch()} />
          {rows.length > 0 && mayEdit && (
            <OrderBar rows={rows} list={list} saved={saved} locationId={place.LocationId} currency={currency} onMade={onMade} onSavedChanged={askSaved} />
          )}
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(PluReorders)
