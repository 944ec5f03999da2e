/** What is open beside PLU Purchases: all invoices, those of a product from a supplier, or one invoice. */
export type Opened = { what: 'all' } | { what: 'product'; supplierId: number; plu: string } | { what: 'invoice'; supplierId: number; invoice: string }

/** As the address has it. */
export const writeOpened = (opened: Opened): string => {
  if (opened.what === 'all') return 'all'
  return opened.what === 'product' ? `p ${opened.supplierId} ${opened.plu}` : `i ${opened.supplierId} ${opened.invoice}`
}

/** What an address means; undefined for one that is none. */
export const readOpened = (written: string): Opened | undefined => {
  if (written === 'all') return { what: 'all' }
  const [, what, supplier, name] = /^([pi]) (\d{1,9}) (.{1,64})$/.exec(written) ?? []
  if (supplier === undefined || name === undefined) return undefined
  return what === 'p' ? { what: 'product', supplierId: Number(supplier), plu: name } : { what: 'invoice', supplierId: Number(supplier), invoice: name }
}
