import type { Meal } from '#features/sums/guest-pack.rules.ts'
import type { CoverFigure } from './covers.rules.ts'
import type { Drill } from './screen/drill.rules.ts'

/** What was opened: how many or what they spent, of the day or of a meal. */
interface Opened {
  figure: 'Customers' | 'Net'
  meal?: Meal
}

const OPENED = {
  Covers: { figure: 'Customers' },
  LunchCovers: { figure: 'Customers', meal: 'lunch' },
  DinnerCovers: { figure: 'Customers', meal: 'dinner' },
  Net: { figure: 'Net' },
  LunchNet: { figure: 'Net', meal: 'lunch' },
  DinnerNet: { figure: 'Net', meal: 'dinner' },
} as const satisfies Partial<Record<CoverFigure, Opened>>
type ProvenCover = keyof typeof OPENED

/** What receipts stand behind the covers of a location, or of all, and behind what those spent: of each location those it counts covers from. */
export const coversDrill = (locationId: number | undefined, column: string): Drill | undefined => {
  if (!Object.hasOwn(OPENED, column)) return undefined
  return { ...(locationId === undefined ? {} : { locationId }), covers: true, ...OPENED[column as ProvenCover] }
}

/** The figure of the covers' answer that was opened. */
export const openedCover = ({ figure, meal }: Drill): ProvenCover => {
  const wanted = figure === 'Customers' ? 'Customers' : 'Net'
  const names = Object.keys(OPENED) as ProvenCover[]
  return names.find((name) => OPENED[name].figure === wanted && (OPENED[name] as Opened).meal === meal) ?? 'Net'
}
