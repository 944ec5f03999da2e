/** What was ticked or unticked and not saved yet, by PLU. */
export type Choice = Readonly<Record<string, boolean>>

/** A product as far as choosing looks at it. */
interface Offered {
  Plu: string
  SupplierId: number | null
}

/** A product of another supplier has to be taken from that one first. */
export const isOthers = ({ SupplierId }: Offered, supplierId: number): boolean => SupplierId !== null && SupplierId !== supplierId

/** The choice with these products ticked or unticked; what is as it is stored already is no change, and others' products stay theirs. */
export const withTicked = (choice: Choice, products: readonly Offered[], supplierId: number, held: ReadonlySet<string>, ticked: boolean): Choice => {
  const next = { ...choice }
  for (const product of products) {
    if (isOthers(product, supplierId)) continue
    if (held.has(product.Plu) === ticked) delete next[product.Plu]
    else next[product.Plu] = ticked
  }
  return next
}

/** How many products are added and taken away. */
export const countsOf = (choice: Choice): { added: number; removed: number } => {
  const added = Object.values(choice).filter(Boolean).length
  return { added, removed: Object.keys(choice).length - added }
}

/** Everything the supplier will supply, made of what is stored by now, so that nothing somebody else changed meanwhile is undone. */
export const chosenPlus = (stored: readonly string[], choice: Choice): string[] => {
  const kept = stored.filter((plu) => choice[plu] !== false)
  return [...kept, ...Object.keys(choice).filter((plu) => choice[plu] && !stored.includes(plu))]
}
