import { useState } from 'react'
import { PRODUCTS_AT_ONCE, type Product, supplierProducts } from '#features/stock/supplier-products.contract.ts'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { SaveBar } from '#ui/draft.tsx'
import { Choose } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useSettled } from '#ui/settled.ts'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall, useSend } from '#ui/use-call.ts'
import { type Choice, chosenPlus, countsOf, withTicked } from './product-choice.rules.ts'
import { NO_FILTER, ProductFilters } from './product-filters.part.tsx'
import { ProductTicks } from './product-ticks.part.tsx'
import { venueSupplierWords } from './suppliers-tab.messages.ts'
import layout from './venue-part.module.css'
import { venues } from './venues.contract.ts'

/** Which products are which supplier's: what a supplier's API key opens here. */
export const SuppliersTab = ({ venueId }: { venueId: number }) => {
  const say = useSay(venueSupplierWords)
  const [url, change] = useUrlState()
  const { data, error, refetch } = useCall(venues.suppliers, { params: { id: venueId } })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={6} />
  const chosen = data.Suppliers.find(({ SupplierId }) => String(SupplierId) === url.supplier) ?? data.Suppliers[0]
  if (!chosen) return <p className={`hint ${layout.part}`}>{say('noSuppliers')}</p>
  return (
    <>
      <p className={`hint ${layout.part}`}>{say('about')}</p>
      <div className={layout.fields}>
        <Choose
          label={say('supplier')}
          value={String(chosen.SupplierId)}
          options={data.Suppliers.map(({ SupplierId, Name }) => [String(SupplierId), Name] as const)}
          onChange={(supplier) => change({ supplier })}
        />
      </div>
      <SupplierProducts key={chosen.SupplierId} venueId={venueId} supplier={chosen} />
    </>
  )
}

const AT_FIRST = 100

interface Supplier {
  SupplierId: number
  Name: string
}

const SupplierProducts = ({ venueId, supplier }: { venueId: number; supplier: Supplier }) => {
  const [choice, setChoice] = useState<Choice>({})
  const [length, setLength] = useState(AT_FIRST)
  // Not in the address: leaving it would ask about what is not saved.
  const [filter, setFilter] = useState(NO_FILTER)
  const q = useSettled(filter.search).trim()
  const at = { venueId, supplierId: supplier.SupplierId }
  const wanted = {
    ...(q ? { Search: q.slice(0, 100) } : {}),
    ...(filter.group ? { ProductGroup: filter.group } : {}),
    ...(filter.whose === 'own' ? { Supplier: String(supplier.SupplierId) } : {}),
    ...(filter.whose === 'free' ? { Free: 'true' as const } : {}),
  }
  const own = useCall(supplierProducts.products, { params: at })
  const list = useCall(supplierProducts.allProducts, { params: { venueId }, query: { ...wanted, Limit: String(length) } }, { keepLast: true })
  const error = own.error ?? list.error
  if (error) return <Failed error={error} onRetry={() => void Promise.all([own.refetch(), list.refetch()])} />
  if (!own.data || !list.data) return <Waiting rows={8} />
  const held = new Set(own.data.Products.map(({ Plu }) => Plu))
  const tick = (products: readonly Product[], ticked: boolean) => setChoice((before) => withTicked(before, products, supplier.SupplierId, held, ticked))
  return (
    <>
      <ProductFilters venueId={venueId} supplierName={supplier.Name} filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
      <ProductTicks
        list={list.data}
        supplier={supplier}
        isTicked={({ Plu }) => choice[Plu] ?? held.has(Plu)}
        isChanged={({ Plu }) => Plu in choice}
        onTick={tick}
        onTickAll={async (ticked) => tick(await everyProduct(venueId, wanted), ticked)}
        onMore={list.data.Next && length < PRODUCTS_AT_ONCE ? () => setLength(PRODUCTS_AT_ONCE) : undefined}
      />
      <SaveChoice
        at={at}
        choice={choice}
        onDone={async () => {
          await Promise.all([own.refetch(), list.refetch()])
          setChoice({})
        }}
        onDiscard={() => setChoice({})}
      />
    </>
  )
}

/** All that match, page by page. */
const everyProduct = async (venueId: number, wanted: object): Promise<Product[]> => {
  const all: Product[] = []
  for (let After: string | null | undefined; After !== null; ) {
    const query = { ...wanted, Limit: String(PRODUCTS_AT_ONCE), ...(After === undefined ? {} : { After }) }
    const page: { Products: Product[]; Next: string | null } = await call(supplierProducts.allProducts, { params: { venueId }, query })
    all.push(...page.Products)
    After = page.Next
  }
  return all
}

interface SaveChoiceProps {
  at: { venueId: number; supplierId: number }
  choice: Choice
  onDone: () => Promise<void>
  onDiscard: () => void
}

const SaveChoice = ({ at, choice, onDone, onDiscard }: SaveChoiceProps) => {
  const say = useSay(venueSupplierWords)
  const words = useSay(ui)
  const { language } = useLanguage()
  const send = useSend(supplierProducts.setProducts, { quiet: true })
  const { added, removed } = countsOf(choice)
  const save = async (): Promise<boolean> => {
    try {
      const now = await call(supplierProducts.products, { params: at })
      const stored = now.Products.map(({ Plu }) => Plu)
      await send.mutateAsync({ params: at, body: { Plus: chosenPlus(stored, choice) } })
    } catch (refused) {
      toast.error(errorText(refused, language))
      return false
    }
    await onDone()
    toast.success(words('saved'))
    return true
  }
  return (
    <>
      {added + removed > 0 && (
        <p className={`hint ${layout.part}`} role="status">
          {[added > 0 && say.count('added', added), removed > 0 && say.count('removed', removed)].filter(Boolean).join(' ')}
        </p>
      )}
      <SaveBar isChanged={added + removed > 0} busy={send.isPending} onSave={save} onDiscard={onDiscard} onRenew={() => void onDone()} />
    </>
  )
}
