import type { SentPart } from './cells.rules.ts'
import type { ProductRow } from './products.contract.ts'

/** What a sale takes, as it is written in a file: 425 ml of 9001 less 4 %; 0.5 of 9002. */
export const madeText = (parts: readonly Pick<ProductRow['Parts'][number], 'Plu' | 'VolumeMl' | 'Quantity' | 'Loss'>[]): string =>
  parts
    .map(({ Plu, VolumeMl, Quantity, Loss }) => `${VolumeMl === null ? Quantity : `${VolumeMl} ml`} of ${Plu}${Loss > 0 ? ` less ${Loss} %` : ''}`)
    .join('; ')

const PART = /^(\d+(?:\.\d+)?)\s*(ml|l)?\s+of\s+(\S.*?)(?:\s+less\s+(\d+(?:\.\d+)?)\s*%)?$/i

/** What such a text says; undefined where it cannot be read. */
export const partsIn = (text: string): SentPart[] | undefined => {
  const parts: SentPart[] = []
  for (const piece of text.split(';').map((one) => one.trim())) {
    if (piece === '') continue
    const [, amount, unit, Plu, loss] = PART.exec(piece) ?? []
    if (amount === undefined || Plu === undefined) return undefined
    const taken = unit === undefined ? { Quantity: amount } : { VolumeMl: Number(amount) * (unit.toLowerCase() === 'l' ? 1000 : 1) }
    parts.push({ Plu, ...taken, ...(Number(loss ?? 0) > 0 ? { Loss: Number(loss) } : {}) })
  }
  return parts
}
