import { DIMENSIONS, type Dimension, LEVELS, type Level, TOLD_BY } from '#features/reports/kit/breakdown-kinds.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

/** What the screen can show: each dimension, and the account of costs. */
export const VIEWS = [
  'group',
  'department',
  'productgroup',
  'category',
  'employee',
  'ordertype',
  'till',
  'promotion',
  'discount',
  'surcharge',
  'wastage',
  'costs',
  'gpmargins',
] as const
export type ShownView = (typeof VIEWS)[number]

export const isDimension = (view: ShownView): view is Dimension & ShownView => (DIMENSIONS as readonly string[]).includes(view)

/** What the rows of a view may be told by, and what they are unless somebody chose. */
export const STEPS = {
  gpmargins: { options: LEVELS, usual: 'productgroup' },
  discount: { options: ['discount', ...TOLD_BY.discount], usual: 'discount' },
  surcharge: { options: ['surcharge', ...TOLD_BY.surcharge], usual: 'surcharge' },
  wastage: { options: ['productgroup', ...TOLD_BY.wastage], usual: 'productgroup' },
} as const
export type StepName = (typeof STEPS)[keyof typeof STEPS]['options'][number]

export const stepsOf = (view: ShownView): { options: readonly StepName[]; usual: StepName } | undefined =>
  view in STEPS ? STEPS[view as keyof typeof STEPS] : undefined

/** A row one went into. */
export interface Step {
  level: Level
  key: number
}

/** Reads the way down from the address: `group:12/department:15`; what makes no sense ends it. */
export const readSteps = (written: string | undefined): Step[] => {
  const steps: Step[] = []
  for (const part of (written ?? '').split('/')) {
    const [level, key] = part.split(':')
    const known = LEVELS.find((one) => one === level)
    if (!known || !/^\d{1,9}$/.test(key ?? '')) break
    steps.push({ level: known, key: Number(key) })
  }
  return steps
}

export const writeSteps = (steps: readonly Step[]): string | undefined => steps.map(({ level, key }) => `${level}:${key}`).join('/') || undefined

const FIELDS: Readonly<Record<Level, string>> = { group: 'Group', department: 'Department', productgroup: 'ProductGroup', category: 'Category' }

/** The query for what lies within the steps. */
export const withinQuery = (steps: readonly Step[]): Record<string, string> => Object.fromEntries(steps.map(({ level, key }) => [FIELDS[level], String(key)]))

/** Whether what lies within the steps are single items. */
export const showsItems = (steps: readonly Step[]): boolean => steps.some(({ level }) => level === 'productgroup' || level === 'category')

/** What a row of a view opens: the next step down, or nothing where its receipts come next. */
export const nextView = (view: ShownView, steps: readonly Step[]): { view: ShownView; level: Level } | undefined => {
  if (showsItems(steps)) return undefined
  if (view === 'group') return { view: 'department', level: 'group' }
  if (view === 'department') return { view: 'productgroup', level: 'department' }
  if (view === 'productgroup') return { view: 'productgroup', level: 'productgroup' }
  return view === 'category' ? { view: 'category', level: 'category' } : undefined
}

/** What each step is called, out of the rows within; undefined where no row tells. */
export const stepName = ({ level }: Step, answer: AnyBreakdown | undefined): string | undefined => answer?.Totals.Rows[0]?.Path[LEVELS.indexOf(level)]

type Row = AnyBreakdown['Totals']['Rows'][number]

const KEYED: Partial<Record<ShownView, string>> = {
  employee: 'Employee',
  ordertype: 'OrderType',
  till: 'Terminal',
  promotion: 'Promotion',
  discount: 'Discount',
  surcharge: 'Surcharge',
}

/** The filter for the receipts behind a row; undefined where no receipt stands behind it. */
export const receiptsOf = (row: Row | undefined, answer: AnyBreakdown, steps: readonly Step[]): Record<string, string> | undefined => {
  const waste: Record<string, string> = answer.Dimension === 'wastage' ? { Wastage: '1' } : {}
  if (!row) return { ...withinQuery(steps), ...waste }
  if (answer.By === 'employee') return { Employee: String(row.Key), ...waste }
  if (answer.By === 'reason') return { WastageReason: String(row.Key), ...waste }
  if (answer.By === 'type') return { [answer.Dimension === 'discount' ? 'DiscountType' : 'SurchargeType']: String(row.Key) }
  if (answer.By === 'plu') return row.Plu ? { Items: row.Plu, ...waste } : undefined
  if (answer.By) return { ...withinQuery(steps), [FIELDS[answer.By]]: String(row.Key), ...waste }
  const name = KEYED[answer.Dimension as ShownView]
  const isRest = row.Key === 0 && answer.Dimension !== 'employee' && answer.Dimension !== 'ordertype'
  return name && !isRest ? { [name]: String(row.Key) } : undefined
}

/** Whether a row over all locations is made of rows of several, as of tills of one number. */
export const hasSharedRows = ({ Totals, Locations }: AnyBreakdown): boolean =>
  Totals.Rows.some(({ Key }) => Locations.filter(({ Rows }) => Rows?.some((row) => row.Key === Key)).length > 1)
