import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { LITRE, type Specs, specOn } from '#features/stock/spec.rules.ts'
import { allocate } from '#shared/money.ts'

/** States whose wholesale liquor returns are made here. */
export const RETURN_STATES = ['VIC', 'WA', 'TAS'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Kinds of liquor as the returns know them; WA has low and high alone. */
export const RETURN_TYPES = ['low-beer', 'medium-beer', 'heavy-beer', 'wine', 'fortified', 'spirits', 'rtd', 'cider', 'other', 'low', 'high'] as const
type LiquorType = (typeof RETURN_TYPES)[number]

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
  /** Minor units. */
  net: number
}

/** A row of a return before it is told. */
export interface ReturnRow {
  buyerId: string
  type: LiquorType
  container: 'up-to-48' | 'over-48' | ''
  /** In steps of `RETURN_LITRE`. */
  volume: bigint
  net: number
}

/** A litre in the steps returns are added up in: ten-thousandths of a unit × ten-thousandths of a microlitre. */
export const RETURN_LITRE = 100_000_000_000_000n

interface Made {
  rows: ReturnRow[]
  missing: Map<number, { qty: number; net: number }>
}

/** The year a return is about, named by the year in which it ends. */
export const returnYear = (year: number): { from: string; to: string } => ({ from: `${year - 1}-07-01`, to: `${year}-06-30` })

/** The year that ended last on 30 June. */
export const lastReturnYear = (today: string): number => Number(today.slice(0, 4)) - (today.slice(5) > '06-30' ? 0 : 1)

/**
 * Wholesale sales by buyer, kind and container; what cannot be told is listed.
 * @param isUnknown whether nobody described a product that is probably a drink
 */
export const returnRows = (state: ReturnState, specs: Specs, facts: readonly WholesaleFact[], isUnknown: (productId: number) => boolean): Made => {
  const rows = new Map<string, ReturnRow>()
  const missing = new Map<number, { qty: number; net: number }>()
  for (const fact of facts) {
    const drinks = isUnknown(fact.productId) ? undefined : drinksOf(state, specs, fact)
    if (drinks === undefined) {
      const there = missing.get(fact.productId)
      missing.set(fact.productId, { qty: (there?.qty ?? 0) + fact.qty, net: (there?.net ?? 0) + fact.net })
      continue
    }
    // What was paid for a mixed drink is shared by the volume of its parts.
    const shares = allocate(
      fact.net,
      drinks.map(({ volume }) => volume),
    )
    for (const [i, { type, container, volume }] of drinks.entries()) {
      const key = `${fact.buyerId} ${type} ${container}`
      const row = rows.get(key) ?? { buyerId: fact.buyerId, type, container, volume: 0n, net: 0 }
      row.volume += BigInt(fact.qty) * BigInt(volume)
      row.net += shares[i] ?? 0
      rows.set(key, row)
    }
  }
  return { rows: [...rows.values()].sort(byType), missing }
}

const byType = (one: ReturnRow, other: ReturnRow) =>
  RETURN_TYPES.indexOf(one.type) - RETURN_TYPES.indexOf(other.type) || other.container.localeCompare(one.container)

interface Drink {
  type: LiquorType
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
    const size = state === 'VIC' ? sizeOf(container) : ''
    if (type === undefined || volume === null || size === undefined) return undefined
    drinks.push({ type, volume, container: size })
  }
  return drinks
}

const sizeOf = (container: number | null) => (container === null ? undefined : container > LARGE ? 'over-48' : 'up-to-48')

const TYPES: Readonly<Record<string, LiquorType>> = {
  wine: 'wine',
  fortified: 'fortified',
  spirits: 'spirits',
  brandy: 'spirits',
  premix: 'rtd',
  cider: 'cider',
  other: 'other',
}

const typeOf = (state: ReturnState, beverage: string, abv: number | null): LiquorType | undefined => {
  if (state === 'WA') return abv === null ? undefined : abv <= MEDIUM ? 'low' : 'high'
  if (beverage !== 'beer') return TYPES[beverage]
  if (abv === null) return undefined
  return abv <= LOW ? 'low-beer' : abv <= MEDIUM ? 'medium-beer' : 'heavy-beer'
}
