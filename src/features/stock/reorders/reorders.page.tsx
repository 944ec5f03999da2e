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
import { useCall } from '#ui/use-call.ts'
import { MadeOrders } from './made-orders.part.tsx'
import { NoSuggestions } from './no-suggestions.part.tsx'
import { OpenOrders } from './open-orders.part.tsx'
import { OrderBar } from './order-bar.part.tsx'
import type { Order } from './orders.contract.ts'
import { ReorderDocket } from './reorder-docket.part.tsx'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import { reorderCalls, USUAL_COVER_DAYS } from './reorders.contract.ts'
import { SupplierOrders } from './supplier-orders.part.tsx'

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
  const [packs, setPacks] = useState<Readonly<Record<string, number>>>({})
  const [made, setMade] = useState<readonly Order[]>([])
  const opened = data?.Suggestions.find(({ Plu }) => Plu === url.item)
  const currency = place?.Currency ?? 'AUD'
  return (
    <ReportPage
      title={sayMenu('pluReorders')}
      lead={
        <BlankMenu
          label={say('deliverTo')}
          value={String(place?.LocationId ?? '')}
          options={places.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name }))}
          onChange={(loc) => {
            setPacks({})
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
          <SupplierOrders answer={data} currency={currency} packs={packs} onPacks={(plu, count) => setPacks({ ...packs, [plu]: count })} />
          <NoSuggestions answer={data} />
          <OpenOrders locationId={place.LocationId} mayEdit={tagsOf(user).includes('can_editstock')} onChanged={() => refetch()} />
          {data.Suggestions.length > 0 && tagsOf(user).includes('can_editstock') && (
            <OrderBar
              answer={data}
              locationId={place.LocationId}
              currency={currency}
              packs={packs}
              onReset={() => setPacks({})}
              onMade={(orders) => {
                setMade(orders)
                setPacks({})
                refetch()
              }}
            />
          )}
        </>
      )}
    </ReportPage>
  )
}

export default ofVenue(PluReorders)
