import type { ClassPath } from './sale-facts.rules.ts'

/** A product as the venue's list has it. Money in minor units. */
export interface CatalogueProduct {
  plu: string
  name: string
  /** Sales group, department, product group and category; empty where nobody told. */
  place: ClassPath
  listPrice: number | null
  cost: number | null
  barcode: string | null
}

/** One that is there. */
export interface KnownProduct extends CatalogueProduct {
  productId: number
  /** Placed by a person: their place in the menu holds, not the till's. */
  mapped: boolean
}
