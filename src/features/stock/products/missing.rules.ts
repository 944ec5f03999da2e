import type { ProductRow } from './products.contract.ts'

type Row = Omit<ProductRow, 'Version' | 'Missing'>

/**
 * What reports need of a product and nobody told: what a reorder needs of one that is bought, and what Excises needs of one that has alcohol.
 * @param isAmongDrinks whether others of its class have alcohol
 */
export const missingOf = (row: Row, isAmongDrinks: boolean): ProductRow['Missing'] => {
  const missing: ProductRow['Missing'] = []
  const isBought = row.Stocked && (row.Supplier !== '' || row.Since !== null)
  if (isBought && row.Supplier === '') missing.push('Supplier')
  if (isBought && row.PackSize === null) missing.push('PackSize')
  if (isBought && row.LeadDays === null) missing.push('LeadDays')
  const isOwnDrink = row.Parts.length === 0 || row.Container !== ''
  const isAlcoholic = row.Beverage !== '' && row.Beverage !== 'none'
  if (isOwnDrink && isAlcoholic && row.Abv === null) missing.push('Abv')
  if (isOwnDrink && (isAlcoholic || row.Abv !== null) && row.VolumeMl === null) missing.push('VolumeMl')
  // Sold beside drinks whose alcohol is known, and nobody said anything of it.
  if (isAmongDrinks && row.Parts.length === 0 && row.Beverage === '' && row.Abv === null && row.VolumeMl === null) missing.push('Parts')
  return missing
}
