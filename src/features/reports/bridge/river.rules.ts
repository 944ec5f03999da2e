import { KEPT_AS } from '#features/till/sheet-account.rules.ts'
import type { Method } from '#features/till/till.rules.ts'
import type { Bridge } from './bridge.contract.ts'
import type { Stage, Step } from './bridge-steps.rules.ts'

/** Where the stages stand, in thousandths of the width; the last is the bank. */
export const STAGE_X: Record<Stage, number> = { Gross: 0, Net: 172, Takings: 338, Declared: 550, Banked: 712, Settled: 858 }
export const BANK_X = STAGE_X.Settled
export const WIDTH = 1000

/** Pixels from the top to the trunk, and how high it is where most money is in it. */
const TRUNK_TOP = 134
const TRUNK_HEIGHT = 187
const LANE_GAP = 42
const FIRST_GAP = 74
const LABEL_GAP = 22
/** How far above the first lane the nearest words stand, before the count and after it. */
const NEAREST_BEFORE = 47
const NEAREST_AFTER = 21
const FOOT = 40

/** A band of money, as the path of an SVG; open where it is not counted to the end. */
export interface Band {
  method: Method | 'all'
  d: string
  isOpen: boolean
}

/** Where a difference branches off, and where its words stand; x in thousandths, y in pixels. */
export interface Branch {
  step: Step
  x: number
  from: number
  to: number
  side: 'over' | 'under' | 'before' | 'after'
}

/** A method's name beside its band. */
export interface LaneLabel {
  method: Method
  amount: number
  x: number
  y: number
  isInside: boolean
}

export interface River {
  height: number
  bands: Band[]
  /** Lines that part one stage from the next: x, and how far down. */
  piers: { x: number; to: number; isOpen: boolean }[]
  branches: Branch[]
  labels: LaneLabel[]
  /** Where a method that is not sent ends. */
  ends: { step: Step; y: number }[]
  /** What has arrived of a method. */
  pools: LaneLabel[]
  /** What a provider would settle, once one is linked; nothing where one is. */
  ghost: { top: number; height: number } | undefined
}

interface Lane {
  method: Method
  takings: number
  declared: number | null
  banked: number | null
  /** What arrived; null where that is not told. */
  settled: number | null
  /** Of the band at takings: where it leaves the trunk, and where it runs on. */
  start: number
  top: number
  height: number
}

const KEPT: Partial<Record<Method, Step>> = KEPT_AS

/** The drawing of a bridge to scale: its trunk, a lane for each method, and the differences that are too small to be bands. */
export const riverOf = (bridge: Bridge): River => {
  const amountOf = (step: Step) => bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? null
  const isOpen = bridge.SheetCount !== null && bridge.CountedSheets !== bridge.SheetCount
  const isTold = bridge.SheetCount !== null
  const [gross, net, takings] = [amountOf('Gross') ?? 0, amountOf('Net') ?? 0, amountOf('Takings') ?? 0]
  const most = Math.max(
    gross,
    net,
    takings,
    bridge.Media.reduce((sum, { Takings }) => sum + Math.max(0, Takings), 0),
    1,
  )
  const high = (amount: number | null): number => (amount === null || amount <= 0 ? 0 : Math.max(1, (amount * TRUNK_HEIGHT) / most))
  const branchesAtCount = countBranches(bridge)
  const lanes = lanesOf(bridge, high, branchesAtCount)
  const bottom = Math.max(...lanes.map(({ top, height }) => top + height), TRUNK_TOP + high(gross) + 4 * LABEL_GAP + 60)
  const trunkEnd = lanes.reduce((end, { start, height }) => Math.max(end, start + height), TRUNK_TOP)
  const first = lanes[1] ?? lanes[0]
  return {
    height: Math.ceil(bottom + FOOT),
    bands: [
      { method: 'all', isOpen: false, d: trunkPath(high(gross), high(net), trunkEnd - TRUNK_TOP) },
      ...lanes.flatMap((lane, i) => bandsOf(lane, high, i === 0, isTold, isOpen)),
    ],
    piers: piersOf(lanes, high, { net, isOpen, isTold }),
    branches: [
      ...salesBranches(bridge, high(gross)),
      ...bankBranches(bridge, lanes[0]),
      ...(first ? placedAtCount(branchesAtCount, first, lanes.length === 1) : []),
    ],
    labels: lanes.map((lane, i): LaneLabel => {
      const isInside = i === 0 && lane.method === 'Card' && lane.height >= 48
      return { method: lane.method, amount: lane.takings, x: i === 0 ? 354 : 414, y: isInside ? TRUNK_TOP + 12 : lane.top, isInside }
    }),
    ends: lanes.flatMap(({ method, top, height }) => (KEPT[method] && isTold ? [{ step: KEPT[method], y: top + height / 2 }] : [])),
    pools: lanes.flatMap(({ method, settled, top, height }, i): LaneLabel[] => {
      if (!settled || settled <= 0) return []
      const isInside = i === 0 && method === 'Card' && high(settled) >= 48
      return [{ method, amount: settled, x: BANK_X + 10, y: isInside ? top + height - high(settled) + 12 : top + height - high(settled), isInside }]
    }),
    ghost: bridge.Cards === null ? { top: TRUNK_TOP, height: Math.max(lanes[0]?.height ?? 0, 48) } : undefined,
  }
}

/** What the words of the differences at the count need between the trunk and the first lane beneath it. */
const roomAbove = ([before, after]: [Step[], Step[]]): number =>
  Math.max(FIRST_GAP, NEAREST_BEFORE + before.length * LABEL_GAP - 6, NEAREST_AFTER + after.length * LABEL_GAP - 6)

/** Cards run straight on; where there are none, the method that took most. */
const lanesOf = ({ Media }: Bridge, high: (amount: number | null) => number, atCount: [Step[], Step[]]): Lane[] => {
  const sorted = [...Media].filter(({ Takings, Declared }) => Takings > 0 || (Declared ?? 0) > 0).sort((a, b) => b.Takings - a.Takings)
  const straight = sorted.find(({ Method }) => Method === 'Card') ?? sorted.find(({ Method }) => KEPT[Method] === undefined)
  const order = straight ? [straight, ...sorted.filter((one) => one !== straight)] : sorted
  const room = roomAbove(atCount)
  let [start, below] = [TRUNK_TOP, TRUNK_TOP]
  return order.map(({ Method: method, Takings, Declared, Banked, Settled }, i): Lane => {
    const height = high(Takings)
    const gap = i === 0 ? 0 : i === 1 ? room : LANE_GAP
    const lane = { method, takings: Takings, declared: Declared, banked: Banked, settled: Settled, start, top: below + gap, height }
    start += height
    below = lane.top + height
    return lane
  })
}

const at = (y: number) => Math.round(y * 10) / 10

/** From gross over net to takings; the upper edge stays, the lower one steps. */
const trunkPath = (gross: number, net: number, takings: number): string => {
  const [g, n, t] = [gross, net, takings].map((height) => at(TRUNK_TOP + height)) as [number, number, number]
  return `M0 ${TRUNK_TOP}H${STAGE_X.Takings}V${t}H268C238 ${t} 232 ${n} 212 ${n}H172C132 ${n} 82 ${g} 42 ${g}H0Z`
}

/** A method's way from takings to the count, and from there to the bank; hatched while tills are not counted. */
const bandsOf = (lane: Lane, high: (amount: number | null) => number, isStraight: boolean, isTold: boolean, isOpen: boolean): Band[] => {
  const { method, start, top, height, declared, banked, settled } = lane
  const [from, split, count, end] = [STAGE_X.Takings, 434, STAGE_X.Declared, KEPT[method] ? STAGE_X.Declared + 8 : BANK_X]
  const [s0, s1, t0, t1] = [start, start + height, top, top + height].map(at) as [number, number, number, number]
  const first = isStraight
    ? `M${from} ${t0}H${count}V${t1}H${from}Z`
    : `M${from} ${s0}C386 ${s0} 386 ${t0} ${split} ${t0}H${count}V${t1}H${split}C386 ${t1} 386 ${s1} ${from} ${s1}Z`
  if (!isTold) return [{ method, d: first, isOpen: false }]
  // What is hidden until the count is drawn as high as what was taken.
  const d0 = at(t1 - (declared === null ? height : high(declared)))
  const b0 = at(t1 - (banked === null ? height : high(banked)))
  const second = KEPT[method] ? `M${count} ${d0}H${end}V${t1}H${count}Z` : `M${count} ${d0}H590C605 ${d0} 605 ${b0} 620 ${b0}H${end}V${t1}H${count}Z`
  const n0 = at(t1 - high(settled))
  const third = settled !== null && settled > 0 && !KEPT[method] ? `M${BANK_X} ${n0}H${WIDTH}V${t1}H${BANK_X}Z` : undefined
  return [{ method, d: first, isOpen: false }, { method, d: second, isOpen }, ...(third ? [{ method, d: third, isOpen }] : [])]
}

const piersOf = (
  lanes: readonly Lane[],
  high: (amount: number | null) => number,
  { net, isOpen, isTold }: { net: number; isOpen: boolean; isTold: boolean },
): River['piers'] => {
  const end = (some: readonly Lane[]) => Math.max(TRUNK_TOP, ...some.map(({ top, height }) => top + height))
  const last = lanes.reduce((bottom, { start, height }) => Math.max(bottom, start + height), TRUNK_TOP)
  return [
    { x: STAGE_X.Net, to: TRUNK_TOP + high(net), isOpen: false },
    { x: STAGE_X.Takings, to: last, isOpen: false },
    ...(isTold
      ? [
          { x: STAGE_X.Declared, to: end(lanes), isOpen },
          { x: STAGE_X.Banked, to: end(lanes.filter(({ method }) => !KEPT[method])), isOpen },
          ...(lanes.some(({ settled }) => settled) ? [{ x: BANK_X, to: end(lanes.filter(({ settled }) => settled)), isOpen }] : []),
        ]
      : []),
  ]
}

const UNDER: readonly Step[] = ['Refunds', 'Discounts', 'Promotions']
const OVER: readonly Step[] = ['Tips', 'NonSales', 'Surcharges', 'Rounding']

const salesBranches = ({ Steps }: Bridge, gross: number): Branch[] => {
  const bottom = TRUNK_TOP + gross
  const isSome = (step: Step) => Steps.some(({ Step, Amount }) => Step === step && Amount)
  return [
    ...UNDER.filter(isSome).map((step, i): Branch => ({ step, x: 34 - 12 * i, from: bottom - 1, to: bottom + 27 + 25 * i, side: 'under' })),
    ...OVER.filter(isSome).map((step, i): Branch => ({ step, x: 184 + 12 * i, from: 62 + 20 * i, to: TRUNK_TOP + 1, side: 'over' })),
  ]
}

const OVER_BANK: readonly Step[] = ['OtherAtProvider', 'Disputed', 'CardFees', 'TillDifference']
const UNDER_BANK: readonly Step[] = ['OnTheWay', 'NotFollowed']

/** What happens between sending and the bank: fees over the cards, what has not arrived under them. */
const bankBranches = ({ Steps }: Bridge, lane: Lane | undefined): Branch[] => {
  const isSome = (step: Step) => Steps.some(({ Step, Amount }) => Step === step && Amount)
  const bottom = lane ? lane.top + lane.height : TRUNK_TOP
  const over = OVER_BANK.filter(isSome)
  return [
    ...over.map((step, i): Branch => ({ step, x: 724 + 10 * i, from: 122 - 20 * (over.length - 1 - i), to: TRUNK_TOP + 1, side: 'over' })),
    ...UNDER_BANK.filter(isSome).map((step, i): Branch => ({ step, x: 744 - 12 * i, from: bottom - 1, to: bottom + 27 + 25 * i, side: 'under' })),
  ]
}

const BEFORE: readonly Step[] = ['OverShort', 'Late', 'NotCounted']
const AFTER: readonly Step[] = ['PaidOut', 'AddedToFloats', 'PaidIn']

/** The differences at the count: those before it and those after it, as far as they are shown. */
const countBranches = ({ Steps }: Bridge): [Step[], Step[]] => {
  const shown = Steps.filter(({ Amount }) => Amount !== null && Amount !== 0).map(({ Step }) => Step)
  return [BEFORE.filter((step) => shown.includes(step)), AFTER.filter((step) => shown.includes(step))]
}

/** Above the first lane that leaves the trunk, where cash mostly is; beneath the trunk where there is no other. */
const placedAtCount = ([before, after]: [Step[], Step[]], { top, height }: Lane, isAlone: boolean): Branch[] => {
  const edge = isAlone ? top + height : top
  const y = (i: number, nearest: number) => (isAlone ? edge + 30 + i * LABEL_GAP : edge - nearest - i * LABEL_GAP)
  return [
    ...before.map(
      (step, i): Branch => ({ step, x: STAGE_X.Declared - 8 - 10 * (before.length - 1 - i), from: edge, to: y(i, NEAREST_BEFORE), side: 'before' }),
    ),
    ...after.map((step, i): Branch => ({ step, x: STAGE_X.Declared + 12 + 14 * i, from: edge, to: y(after.length - 1 - i, NEAREST_AFTER), side: 'after' })),
  ]
}
