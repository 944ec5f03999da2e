import { lazy, Suspense, useState } from 'react'
import { Dropped } from '#features/reports/kit/screen/dropped.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { type OfVenue, ofVenue } from '#features/reports/kit/screen/of-venue.part.tsx'
import { unknownLocations } from '#features/reports/kit/screen/screen-state.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { ActMenu, BlankMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { useMedia } from '#ui/use-media.ts'
import { AddProduct } from './add-product.part.tsx'
import { wrongId } from './cell.part.tsx'
import { type Complaint, complaintsIn, type Edits, rebased, withCells } from './edits.rules.ts'
import { ProductBar } from './product-bar.part.tsx'
import { ProductList, SHOWS } from './product-list.part.tsx'
import { PRODUCTS_AT_ONCE, productCalls } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

const SupplierTerms = lazy(async () => ({ default: (await import('./supplier-terms.part.tsx')).SupplierTerms }))

/** What products are made of, measure and are bought as: changed in the table, what is missing first. */
const Products = ({ user, config }: OfVenue) => {
  const say = useSay(productWords)
  const [url, change] = useUrlState()
  const today = todayAt(config.Locations, new Date())
  const from = /^\d{4}-\d\d-\d\d$/.test(url.from ?? '') ? (url.from as string) : today
  const show = SHOWS.find((one) => one === url.show) ?? 'all'
  const place = config.Locations.find(({ LocationId }) => String(LocationId) === url.loc)
  const query = given({
    Search: url.q?.slice(0, 100) || undefined,
    Show: show === 'all' ? undefined : show,
    On: from,
    LocationId: place && String(place.LocationId),
  })
  const [take, setTake] = useState(PRODUCTS_AT_ONCE)
  const { data, error, refetch, isPlaceholderData } = useCall(productCalls.stockProducts, { query: { ...query, Take: String(take) } } as never, {
    keepLast: true,
  })
  const [edits, setEdits] = useState<Edits>({})
  const complaints = complaintsIn(edits)
  const [adding, setAdding] = useState(false)
  const save = useExport()
  const isNarrow = useMedia('(width < 768px)')
  const mayEdit = tagsOf(user).includes('can_editstock')
  const file = (format: 'csv' | 'xlsx') => save(productCalls.stockProducts.path, query, format)
  const day = (
    <label className={`blank ${styles.from}`}>
      <small>{say('from')}</small>
      <input type="date" value={from} onChange={(event) => change({ from: event.target.value === today ? undefined : event.target.value || undefined })} />
    </label>
  )
  // Of another day or location rows stand otherwise, and nobody changed them meanwhile.
  const shown = data && `${data.On} ${place?.LocationId ?? ''}`
  const [based, setBased] = useState(shown)
  if (data && !isPlaceholderData && shown !== based) {
    setBased(shown)
    setEdits(rebased(edits, data.Products))
  }
  return (
    <Page
      title={say('title')}
      lead={isNarrow ? undefined : day}
      filters={
        <>
          {isNarrow && day}
          {config.Locations.length > 1 && (
            <BlankMenu
              className="opt"
              label={say('location')}
              value={String(place?.LocationId ?? '')}
              options={[
                { value: '', label: say('allLocations', { n: config.Locations.length }) },
                ...config.Locations.map(({ LocationId, Name }) => ({ value: String(LocationId), label: Name })),
              ]}
              onChange={(loc) => change({ loc: loc || undefined })}
            />
          )}
        </>
      }
      filterCount={[from !== today, place !== undefined].filter(Boolean).length}
      acts={
        <>
          {mayEdit && (
            <Go className="btn" to="/venue/products/import" search={given({ from: url.from, loc: url.loc })}>
              {say('import')}
            </Go>
          )}
          <ActMenu
            className="btn"
            ariaLabel={say('export')}
            label={
              <>
                {say('export')} <Icon name="caret" />
              </>
            }
            acts={[
              { id: 'xlsx', label: 'XLSX', onAct: () => file('xlsx') },
              { id: 'csv', label: 'CSV', onAct: () => file('csv') },
            ]}
          />
        </>
      }
      make={
        mayEdit && (
          <button type="button" className="btn primary" onClick={() => setAdding(true)}>
            {say('add')}
          </button>
        )
      }
    >
      <Dropped dropped={unknownLocations(url.loc, config.Locations)} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={12} />}
      {data && (
        <>
          <ProductList
            answer={data}
            show={show}
            mayEdit={mayEdit}
            edits={edits}
            complaints={complaints}
            hasLevels={place !== undefined || config.Locations.length === 1}
            onChange={(row, cells) => setEdits((was) => withCells(was, row, cells))}
            onMore={() => setTake(take + PRODUCTS_AT_ONCE)}
          />
          {mayEdit && url.plu === undefined && (
            <Suspense fallback={null}>
              <SupplierTerms answer={data} onChanged={() => refetch()} />
            </Suspense>
          )}
          {mayEdit && (
            <ProductBar
              edits={edits}
              complaints={complaints}
              from={from}
              locationId={place?.LocationId}
              onEdits={setEdits}
              onSaved={() => refetch()}
              onShow={(complaint) => showCell(complaint, change)}
            />
          )}
        </>
      )}
      {adding && (
        <AddProduct
          onClose={() => setAdding(false)}
          onAdded={(plu) => {
            setAdding(false)
            change({ q: plu, show: undefined })
            refetch()
          }}
        />
      )}
    </Page>
  )
}

/** Goes to a cell that is wrong, which another search may have put out of sight. */
const showCell = ({ plu, name, cell }: Complaint, change: ReturnType<typeof useUrlState>[1]): void => {
  const there = [...document.querySelectorAll<HTMLElement>('[data-cell]')].find((one) => one.getAttribute('aria-describedby') === wrongId(plu, cell))
  if (there) {
    there.focus()
    return
  }
  change({ q: name.slice(0, 100), show: undefined, plu: matchMedia('(width < 768px)').matches ? plu : undefined }, 'replace')
}

export default ofVenue(Products)
