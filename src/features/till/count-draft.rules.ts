import type { SheetAnswer } from './control-sheets.contract.ts'
import { piecesOf, typedAmount, typedCount, worth } from './denominations.rules.ts'
import type { Method, PhotoKind } from './till.rules.ts'

/** A count as it was typed so far; kept on the device until it is handed in. */
export interface CountDraft {
  /** How many of each note or coin, by its value; absent or empty where it was not counted yet. */
  pieces: Record<string, string>
  /** All cash, where a currency is not counted by notes and coins. */
  cash: string
  others: Partial<Record<Method, string>>
  notes: Partial<Record<Method, string>>
  float: string
  /** What a sheet made by hand was opened with. */
  opening: string
  note: string
  /** When it was last typed in. */
  savedAt: string
  /** A count before this one, which stays on the sheet too. */
  first?: { pieces: Record<string, string>; at: string } | undefined
  photos: { kind: PhotoKind; content: string }[]
  /** It is to be handed in as soon as there is a connection; so far were its counts sent. */
  handIn?: boolean
  sent: number
}

export const EMPTY_DRAFT: CountDraft = { pieces: {}, cash: '', others: {}, notes: {}, float: '', opening: '', note: '', savedAt: '', photos: [], sent: 0 }

/** What a draft comes to. */
export interface Tally {
  values: readonly number[]
  counts: (readonly [value: number, count: number | undefined])[]
  /** Notes and coins that nobody counted yet. */
  left: number
  pieces: number
  /** Nothing where what was typed is no amount. */
  total: number | undefined
  isWrong: boolean
}

/** Adds a draft up. */
export const tallyOf = ({ pieces, cash }: Pick<CountDraft, 'pieces' | 'cash'>, currency: string): Tally => {
  const values = piecesOf(currency)
  const counts = values.map((value) => [value, typedCount(pieces[value] ?? '')] as const)
  const isWrong = counts.some(([, count]) => count === undefined)
  const sum = worth(counts.map(([value, count]) => [value, count ?? 0]))
  return {
    values,
    counts,
    left: values.filter((value) => (pieces[value] ?? '').trim() === '').length,
    pieces: counts.reduce((all, [, count]) => all + (count ?? 0), 0),
    total: values.length > 0 ? sum : typedAmount(cash, currency),
    isWrong: isWrong || (values.length === 0 && typedAmount(cash, currency) === undefined),
  }
}

/** The other media a draft has an amount for that is none. */
export const wrongOthers = ({ others }: CountDraft, currency: string): Method[] =>
  (Object.keys(others) as Method[]).filter((method) => (others[method] ?? '') !== '' && typedAmount(others[method] ?? '', currency) === undefined)

/** The body of the call that hands a count in. */
export const countBody = (draft: CountDraft, currency: string, pieces = draft.pieces) => {
  const { counts, total = 0 } = tallyOf({ ...draft, pieces }, currency)
  const others = (Object.keys(draft.others) as Method[]).flatMap((Method) => {
    const Amount = typedAmount(draft.others[Method] ?? '', currency)
    const Note = draft.notes[Method] ?? ''
    return Amount === undefined ? [] : [{ Method, Amount, ...(Note ? { Note } : {}) }]
  })
  const Denominations = counts.flatMap(([Value, Count]) => (Count ? [{ Value, Count }] : []))
  const ClosingFloat = typedAmount(draft.float, currency)
  const OpeningFloat = typedAmount(draft.opening, currency)
  const Note = draft.notes.Cash ?? ''
  return {
    Media: [{ Method: 'Cash' as const, Amount: total, ...(Note ? { Note } : {}) }, ...others],
    ...(Denominations.length > 0 ? { Denominations } : {}),
    ...(ClosingFloat === undefined ? {} : { ClosingFloat }),
    ...(OpeningFloat === undefined ? {} : { OpeningFloat }),
    Note: draft.note,
  }
}

/** What stays in the drawer and what goes to the bank, by what was typed or else by the float it was opened with. */
export const afterFloat = ({ float, opening }: CountDraft, { Cash, Sheet }: SheetAnswer, total: number): { float: number; toBank: number } => {
  const inAll = total + Cash.Drops
  const stays = typedAmount(float, Sheet.Currency) ?? Cash.ClosingFloat ?? Math.min(typedAmount(opening, Sheet.Currency) ?? Sheet.OpeningFloat, inAll)
  return { float: stays, toBank: Math.round((inAll - stays) * 1000) / 1000 }
}
