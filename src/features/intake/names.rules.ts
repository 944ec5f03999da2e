import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { ADJUSTMENT, type ClassPath, type Draft, type DraftLine, type Named } from './sale-facts.rules.ts'

/** The venue's small keys for what tills name. */
export interface Names {
  /** By dimension and code. */
  keys: Map<string, number>
  /** By PLU. */
  products: Map<string, Product>
  /** By place in the menu. */
  classes: Map<string, number>
  /** SERVED_AS by class id; null where a class is neither. */
  servedAs: Map<number, number | null>
}

export interface Product {
  productId: number
  classId: number
  cost: number | null
  /** Placed by a person: their place in the menu holds, not the till's. */
  mapped: boolean
}

/** Everything a batch of sales names, once each. */
export interface NamesWanted {
  subjects: Map<string, Named & { dim: number }>
  products: Map<string, DraftLine>
  places: Map<string, ClassPath>
}

export const keyOfName = (dim: number, code: string): string => `${dim} ${code}`
export const keyOfPath = (place: ClassPath): string => place.join('\u0001')
export const UNASSIGNED: ClassPath = ['', '', '', '']

const ADJUSTMENT_DIM: Record<number, number> = {
  [ADJUSTMENT.promotion]: CODE_DIM.promotion,
  [ADJUSTMENT.discount]: CODE_DIM.discount,
  [ADJUSTMENT.surcharge]: CODE_DIM.surcharge,
  [ADJUSTMENT.tip]: CODE_DIM.clerk,
}

export const dimOfAdjustment = (kind: number): number => ADJUSTMENT_DIM[kind] ?? 0

/** Collects what sales name. A clerk nobody told has no key; everything else without a code is a name of its own, ''. */
export const namesIn = (drafts: readonly Draft[]): NamesWanted => {
  const wanted: NamesWanted = { subjects: new Map(), products: new Map(), places: new Map() }
  const want = (dim: number, subject: Named) => {
    const name = keyOfName(dim, subject.code)
    const known = wanted.subjects.get(name)
    if (!known || (known.name === known.code && subject.name !== subject.code)) wanted.subjects.set(name, { ...subject, dim })
  }
  for (const draft of drafts) {
    want(CODE_DIM.terminal, { code: draft.terminal, name: draft.terminal })
    if (draft.clerk) want(CODE_DIM.clerk, draft.clerk)
    for (const { media } of draft.payments) want(CODE_DIM.media, media)
    for (const { kind, subject } of draft.adjustments) if (subject.code !== '' || kind !== ADJUSTMENT.tip) want(dimOfAdjustment(kind), subject)
    for (const line of draft.lines) {
      if (line.wastageReason !== null) want(CODE_DIM.wastageReason, { code: line.wastageReason, name: line.wastageReason })
      if (!wanted.products.has(line.plu)) wanted.products.set(line.plu, line)
      const place = line.place ?? UNASSIGNED
      wanted.places.set(keyOfPath(place), place)
    }
  }
  return wanted
}
