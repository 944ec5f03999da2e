import { isAboveLimit, type Sheet } from '#features/till/sheet.rules.ts'
import { accountSums, differencesOf, type SheetAccount } from '#features/till/sheet-account.rules.ts'
import { MOVEMENT_KINDS } from '#features/till/till.rules.ts'
import { decimalsOf } from '#shared/money.ts'
import type { Bridge } from './bridge.contract.ts'

/** Cash paid into a drawer or out of it, minor units; its kind as MOVEMENT_KINDS numbers it. */
export interface MovementRow {
  sessionId: string
  kind: number
  amount: number
  reason: string
  at: Date
  by: string | null
}

interface Shown {
  /** Of tills by their keys. */
  names: ReadonlyMap<number, string>
  places: readonly { locationId: number; name: string }[]
  currency: string
  /** Above this a difference needs a second person, major units. */
  limit: number
  maySeeExpected: boolean
  money: (minor: number) => number
}

const tillOf = ({ sessionId, locationId, terminalKey, day }: Sheet, { names, places }: Shown) => ({
  SheetId: sessionId,
  LocationId: locationId,
  Location: places.find((place) => place.locationId === locationId)?.name ?? '',
  TerminalId: names.get(terminalKey) ?? '',
  Day: day,
})

/** The sheets with a part in a step, the oldest first; those that agree and keep their float are left out. */
export const sheetLines = (sheets: readonly Sheet[], accounts: readonly SheetAccount[], shown: Shown): Bridge['Sheets'] => {
  const { money } = shown
  return sheets
    .flatMap((sheet, i): Bridge['Sheets'] => {
      const account = accounts[i] as SheetAccount
      const { late, notCounted } = accountSums([account])
      const differences = differencesOf(account)
      if (account.isCounted && differences.length === 0 && late === 0 && account.addedToFloat === 0) return []
      return [
        {
          ...tillOf(sheet, shown),
          ZNumber: sheet.session?.zNumber ?? null,
          Clerk: sheet.session?.countedBy ?? sheet.session?.clerk ?? null,
          IsCounted: account.isCounted,
          IsAboveLimit: isAboveLimit(sheet, shown.limit * 10 ** decimalsOf(shown.currency)),
          Media: differences.map(({ method, overShort }) => ({ Method: method, OverShort: money(overShort) })),
          NotCounted: account.isCounted ? 0 : shown.maySeeExpected ? money(-notCounted) : null,
          Late: money(-late),
          AddedToFloats: money(-account.addedToFloat),
        },
      ]
    })
    .sort((a, b) => a.Day.localeCompare(b.Day) || a.LocationId - b.LocationId || a.TerminalId.localeCompare(b.TerminalId))
}

/** What was paid in and out in counted sessions, signed as its step is. */
export const movementLines = (movements: readonly MovementRow[], sheets: readonly Sheet[], shown: Shown): Bridge['Movements'] => {
  const counted = new Map(sheets.flatMap((sheet) => (sheet.sessionId !== null && sheet.session?.counted ? [[sheet.sessionId, sheet] as const] : [])))
  return movements.flatMap(({ sessionId, kind, amount, reason, at, by }): Bridge['Movements'] => {
    const sheet = counted.get(sessionId)
    const name = MOVEMENT_KINDS[kind - 1]
    if (!sheet || name === undefined || name === 'Drop' || name === 'Banking') return []
    return [{ ...tillOf(sheet, shown), Kind: name, Amount: shown.money(name === 'PayIn' ? amount : -amount), Reason: reason, At: at.toISOString(), By: by }]
  })
}
