import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { LITRE, type Specs, specOn } from '#features/stock/spec.rules.ts'
import { allocate } from '#shared/money.ts'

/** Kinds of liquor as the returns know them; WA has low and high alone. */
export const RETURN_TYPES = ['low-beer', 'medium-beer', 'heavy-beer', 'wine', 'fortified', 'spirits', 'rtd', 'cider', 'other', 'low', 'high'] as const
export type ReturnType = (typeof RETURN_TYPES)[number]
/** States whose wholesale returns are made here. */
export const RETURN_STATES = ['VIC', 'WA', 'TAS'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Beer is low up to the first strength and medium up to the second, as the bands of excise are; WA's low ends with the second too. */
const [LOW, MEDIUM] = [300, 350]
const LARGE = 48 * LITRE

/** Sales of a product to a buyer on one day. */
export interface WholesaleFact {
  buyerId: string
  productId: number
  day: string
  /** Ten-thousandths of a unit. */
  qty: number
  /** What was taken, in minor units. */
  amount: number
}

/** A row of a return before it is told. */
export interface ReturnRow {
  buyerId: string
  type: ReturnType
  container: 'up-to-48' | 'over-48' | ''
  /** In the steps of `LAL`: 10⁻¹⁴ litres. */
  volume: bigint
  amount: number
}

interface Made {
  rows: ReturnRow[]
  missing: Map<number, { qty: number; amount: number }>
}

/**
 * Wholesale sales by buyer, kind and container; what cannot be told is listed.
 * @param isUnknown products nobody described that are probably drinks
 */
export const returnRows = (state: ReturnState, specs: Specs, facts: readonly WholesaleFact[], isUnknown: (productId: number) => boolean): Made => {
  const rows = new Map<string, ReturnRow>()
  const missing = new Map<number, { qty: number; amount: number }>()
  for (const fact of facts) {
    const drinks = isUnknown(fact.productId) ? undefined : drinksOf(state, specs, fact)
    if (drinks === undefined) {
      const there = missing.get(fact.productId)
      missing.set(fact.productId, { qty: (there?.qty ?? 0) + fact.qty, amount: (there?.amount ?? 0) + fact.amount })
      continue
    }
    // What was taken for a mixed drink is shared by the volume of its parts.
    const shares = allocate(
      fact.amount,
      drinks.map(({ volume }) => volume),
    )
    for (const [i, { type, container, volume }] of drinks.entries()) {
      const key = `${fact.buyerId} ${type} ${container}`
      const row = rows.get(key) ?? { buyerId: fact.buyerId, type, container, volume: 0n, amount: 0 }
      row.volume += BigInt(fact.qty) * BigInt(volume)
      row.amount += shares[i] ?? 0
      rows.set(key, row)
    }
  }
  return { rows: [...rows.values()].filter(({ volume, amount }) => volume !== 0n || amount !== 0).sort(byType), missing }
}

const byType = (one: ReturnRow, other: ReturnRow) =>
  RETURN_TYPES.indexOf(one.type) - RETURN_TYPES.indexOf(other.type) || other.container.localeCompare(one.container)

interface Drink {
  type: ReturnType
  container: ReturnRow['container']
  /** Ten-thousandths of a microlitre in one unit. */
  volume: number
}

/** The drinks in a product; none where it is no liquor, undefined where something is missing. */
const drinksOf = (state: ReturnState, specs: Specs, { productId, day }: WholesaleFact): Drink[] | undefined => {
  const spec = specOn(specs, productId, day)
  const parts = spec.parts.map((part) => {
    const of = specOn(specs, part.productId, day)
    const volume = part.volume !== null ? part.volume * QUANTITY_STEPS : part.qty === null || of.volume === null ? null : part.qty * of.volume
    return { ...of, volume, container: of.volume }
  })
  const own = { ...spec, volume: spec.volume === null ? null : spec.volume * QUANTITY_STEPS, container: spec.volume }
  const drinks: Drink[] = []
  for (const { beverage, abv, volume, container } of parts.length > 0 ? parts : [own]) {
    if (beverage === 'none' || abv === 0 || (beverage === '' && abv === null)) continue
    const type = typeOf(state, beverage, abv)
    if (type === undefined || volume === null) return undefined
    // Victoria asks for the container of beer alone.
    const isDivided = state === 'VIC' && beverage === 'beer'
    drinks.push({ type, volume, container: !isDivided ? '' : (container ?? 0) > LARGE ? 'over-48' : 'up-to-48' })
  }
  return drinks
}

const TYPES: Readonly<Record<string, ReturnType>> = {
  wine: 'wine',
  fortified: 'fortified',
  spirits: 'spirits',
  brandy: 'spirits',
  premix: 'rtd',
  cider: 'cider',
  other: 'other',
}

const typeOf = (state: ReturnState, beverage: string, abv: number | null): ReturnType | undefined => {
  if (state === 'WA') return abv === null ? undefined : abv <= MEDIUM ? 'low' : 'high'
  if (beverage !== 'beer') return TYPES[beverage]
  if (abv === null) return undefined
  return abv <= LOW ? 'low-beer' : abv <= MEDIUM ? 'medium-beer' : 'heavy-beer'
}
