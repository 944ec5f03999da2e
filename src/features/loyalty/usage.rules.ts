import type { Movement } from './loyalty.contract.ts'

/** Which movements the usage shows. */
export const SHOWN_MOVEMENTS = ['all', 'earned', 'spent', 'byHand'] as const
export type ShownMovements = (typeof SHOWN_MOVEMENTS)[number]

type Counted = Pick<Movement, 'Kind' | 'Points' | 'Accrued' | 'Redeemed'>

/** What a movement is called. */
export type Entry = 'earned' | 'spent' | 'earnedAndSpent' | 'adjusted' | 'transferIn' | 'transferOut' | 'replaced' | 'expired' | 'reversal' | 'opening'

export const entryOf = ({ Kind, Points, Accrued, Redeemed }: Counted): Entry => {
  if (Kind === 'Sale') return Redeemed === 0 ? 'earned' : Accrued === 0 ? 'spent' : 'earnedAndSpent'
  if (Kind === 'Adjustment') return 'adjusted'
  if (Kind === 'Transfer') return Points < 0 ? 'transferOut' : 'transferIn'
  if (Kind === 'Replacement') return 'replaced'
  if (Kind === 'Opening') return 'opening'
  return Kind === 'Expiry' ? 'expired' : 'reversal'
}

export const isShown = (movement: Counted, shown: ShownMovements): boolean => {
  if (shown === 'all') return true
  if (shown === 'byHand') return movement.Kind !== 'Sale' && movement.Kind !== 'Expiry'
  return movement.Kind === 'Sale' && (shown === 'earned' ? movement.Accrued > 0 : movement.Redeemed > 0)
}

/** Movements by trading day, as they come. */
export const byDay = <M extends { Day: string; Points: number }>(movements: readonly M[]): { Day: string; Points: number; Movements: M[] }[] => {
  const days: { Day: string; Points: number; Movements: M[] }[] = []
  for (const movement of movements) {
    let day = days.at(-1)
    if (day?.Day !== movement.Day) {
      day = { Day: movement.Day, Points: 0, Movements: [] }
      days.push(day)
    }
    day.Movements.push(movement)
    day.Points += movement.Points
  }
  return days
}

/** A line of the sum from the balance before the range to the balance at its end. */
export interface SumLine {
  key: 'earned' | 'spent' | 'owed' | 'adjusted' | 'transferred' | 'replaced' | 'expired' | 'reversed' | 'opening' | 'elsewhere'
  points: number
  /** How many movements it is made of. */
  count: number
}

/** From the balance before the oldest movement to the one after the newest; `elsewhere` is what the reader's locations do not explain. */
export const rangeSum = (newestFirst: readonly Movement[]): { forward: number; now: number; lines: SumLine[] } | undefined => {
  const [newest, oldest] = [newestFirst[0], newestFirst.at(-1)]
  if (!newest || !oldest) return undefined
  const forward = oldest.Balance - oldest.Points
  const sales = newestFirst.filter(({ Kind }) => Kind === 'Sale')
  const earned = sales.filter(({ Accrued }) => Accrued !== 0)
  const spent = sales.filter(({ Redeemed }) => Redeemed !== 0)
  const owing = sales.filter(({ Points, Accrued, Redeemed }) => Points !== Accrued - Redeemed)
  const of = (kind: Movement['Kind']) => newestFirst.filter(({ Kind }) => Kind === kind)
  const line = (key: SumLine['key'], movements: readonly Movement[], points: (movement: Movement) => number): SumLine => ({
    key,
    points: movements.reduce((sum, movement) => sum + points(movement), 0),
    count: movements.length,
  })
  const changed = (movement: Movement) => movement.Points
  const lines = [
    line('earned', earned, ({ Accrued }) => Accrued),
    line('spent', spent, ({ Redeemed }) => -Redeemed),
    line('owed', owing, ({ Points, Accrued, Redeemed }) => Points - Accrued + Redeemed),
    line('opening', of('Opening'), changed),
    line('adjusted', of('Adjustment'), changed),
    line('transferred', of('Transfer'), changed),
    line('replaced', of('Replacement'), changed),
    line('expired', of('Expiry'), changed),
    line('reversed', of('Reversal'), changed),
  ].filter(({ count }) => count > 0)
  const elsewhere = newest.Balance - forward - lines.reduce((sum, { points }) => sum + points, 0)
  return { forward, now: newest.Balance, lines: elsewhere === 0 ? lines : [...lines, { key: 'elsewhere', points: elsewhere, count: 0 }] }
}
