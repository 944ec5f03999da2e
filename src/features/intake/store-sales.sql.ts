import { hash } from 'node:crypto'
import { computePoints } from '#features/ledger/computed-points.sql.ts'
import type { DayFigure } from '#features/ledger/ledger.rules.ts'
import { loyaltySettings } from '#features/ledger/points-settings.sql.ts'
import { meetCards, type PostedSales, postedSales, strangeCards } from '#features/ledger/post-sales.sql.ts'
import { figuresOfSales } from '#features/ledger/sale-points.rules.ts'
import { movementsWritten } from '#features/ledger/write-movements.sql.ts'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import { sumsChanged } from '#features/sums/store-sums.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { Overtaken } from '#platform/database/retry.ts'
import { TimeSlice } from '#platform/web/time-slice.ts'
import type { FieldError } from '#shared/failure.ts'
import { type BatchMark, keptBatches, recallBatches } from './batches.sql.ts'
import { type EarlierEntry, earlierEntries, type ReceiptName, storedFacts } from './earlier-sales.sql.ts'
import { dimOfAdjustment, keyOfName, keyOfPath, type Names, namesIn, UNASSIGNED } from './names.rules.ts'
import { addNewNames, knownNames } from './names.sql.ts'
import type { WireSale } from './sale.contract.ts'
import { ADJUSTMENT, counterOf, type Draft, type DraftLine, type Fact, type FactLine, KIND, LINE_KIND } from './sale-facts.rules.ts'
import { writeFacts } from './sale-rows.sql.ts'
import { decide, type Standing, type Status } from './standing.rules.ts'
import { lockTills } from './till-locks.sql.ts'

/** A sale that was understood, on its way to being stored. */
export interface Incoming {
  /** Its place in the batch. */
  index: number
  sale: WireSale
  draft: Draft
}

/** Sales that were sent together. */
/** The source of sales that came in a file. */
export const FROM_FILE = 'Import'

export interface SalesBatch {
  batchId: string | null
  /** What sent them. */
  source: string
  /** When they came, or what brings them began. */
  arrivedAt: Date
  sales: readonly Incoming[]
  /** The outcomes of those that were not understood. */
  refused: readonly Outcome[]
  /** Where the same batch, sent again, is to get the same answer. */
  mark?: BatchMark
}

export interface Outcome {
  index: number
  status: Status
  errors: FieldError[]
}

/**
 * Stores batches of one location with their lines, payments and adjustments and adds them to the rollup, all in the scope's
 * transaction: all of them or nothing. Answers the outcomes of each batch, sale by sale.
 * The order is the same for every writer and everything is sorted: tills' locks, names, cards, facts, days, rollup, points by day.
 * A receipt is stored once per revision however often it arrives; a void or a higher revision takes the earlier version
 * back by a counter-entry on that version's own trading day.
 */
export const storeSales = async (scope: VenueScope, locationId: number, batches: readonly SalesBatch[]): Promise<Outcome[][]> => {
  const drafts = batches.flatMap(({ sales }) => sales.map(({ draft }) => draft))
  const wanted = namesIn(drafts)
  const marks = batches.flatMap(({ mark }) => mark ?? [])
  const hasCards = drafts.some(({ cardNumber }) => cardNumber !== null)
  const [, recalled, known, earlier, settings, strange] = await Promise.all([
    lockTills(
      scope,
      locationId,
      drafts.map(({ terminal }) => terminal),
    ),
    recallBatches(scope, locationId, marks),
    knownNames(scope, wanted),
    earlierEntries(scope, locationId, receiptsOf(drafts)),
    hasCards ? loyaltySettings(scope) : undefined,
    hasCards ? strangeCards(scope, drafts) : [],
  ])
  const standings = standingsOf(earlier)
  const slice = new TimeSlice()
  const plans: Plan[] = []
  for (const batch of batches) plans.push(await recalledOrPlanned(batch, recalled, standings, slice))
  const storing = new Set(plans.flatMap(({ stores }) => stores.map(({ draft }) => draft)))
  if (storing.size > 0) await addNewNames(scope, storing.size === drafts.length ? wanted : namesIn([...storing]), known)
  const stored = plans.flatMap(({ stores }) => stores)
  const worths = settings && (await computePoints(scope, locationId, [...storing], settings))
  await meetCards(scope, [...storing], strange)
  const facts: Fact[] = []
  for (const { batch, stores } of plans) {
    for (const store of stores) {
      if (slice.isOver) await slice.pass()
      facts.push(factOf(store, locationId, batch, known))
    }
  }
  const all = [...facts, ...(await countersOf(scope, plans, facts))]
  const kept = plans.flatMap(({ batch: { mark }, isRecalled, outcomes }) => (mark && !isRecalled ? [{ mark, outcomes }] : []))
  // Only what a till sends is stored together with others, and that comes now.
  const sums = all.length === 0 ? undefined : await sumsChanged(scope, { locationId, facts: all, arrivedAt: batches[0]?.arrivedAt ?? scope.now }, slice)
  const worthOfSale = new Map(
    stored.flatMap(({ draft, saleId }) => {
      const worth = worths?.get(draft)
      return worth === undefined ? [] : [[saleId, worth] as const]
    }),
  )
  const points = await postedSales(scope, all, settings, worthOfSale)
  if (slice.isOver) await slice.pass()
  await writeFacts(scope, {
    facts: all,
    sums,
    beside: kept.length > 0 ? keptBatches(scope, locationId, kept) : undefined,
    points: pointsWritten(scope, points, figuresOfSales(all)),
  })
  return plans.map(({ outcomes }) => outcomes)
}

/** Nothing where sales say nothing of points. */
const pointsWritten = (scope: VenueScope, points: PostedSales | undefined, days: readonly DayFigure[]) =>
  points || days.length > 0 ? movementsWritten(scope, points?.movements ?? [], points?.balances ?? new Map(), days) : undefined

/** What would become of sales if they were stored now. */
export const foreseeSales = async (scope: VenueScope, locationId: number, batch: SalesBatch): Promise<Outcome[]> => {
  const earlier = await earlierEntries(scope, locationId, receiptsOf(batch.sales.map(({ draft }) => draft)))
  return (await planOf(batch, standingsOf(earlier), new TimeSlice())).outcomes
}

const receiptsOf = (drafts: readonly Draft[]): ReceiptName[] => {
  const names = new Map<string, ReceiptName>()
  for (const { terminal, receipt, kind, originalReceipt } of drafts) {
    names.set(receiptKey(terminal, receipt), { terminal, receipt })
    if (kind === KIND.void && originalReceipt !== null) names.set(receiptKey(terminal, originalReceipt), { terminal, receipt: originalReceipt })
  }
  return [...names.values()]
}

const receiptKey = (terminal: string, receipt: string): string => `${terminal}\u0001${receipt}`

interface Store extends Incoming {
  saleId: string
  round: number
  content: string
}

interface Plan {
  batch: SalesBatch
  isRecalled: boolean
  /** In the order the sales were sent. */
  outcomes: Outcome[]
  stores: Store[]
  /** Ids of entries to take back, stored earlier or together with this, in the order they fall. */
  takenBack: string[]
}

/** A batch that came before, or comes twice at once, gets the answer it got; the others are decided. */
const recalledOrPlanned = async (batch: SalesBatch, recalled: Map<string, Outcome[]>, standings: Standings, slice: TimeSlice): Promise<Plan> => {
  const before = batch.mark && recalled.get(batch.mark.name)
  if (before) return { batch, isRecalled: true, outcomes: before, stores: [], takenBack: [] }
  const plan = await planOf(batch, standings, slice)
  if (batch.mark) recalled.set(batch.mark.name, plan.outcomes)
  return plan
}

/** Decides sale by sale, each decision seeing those before it. */
const planOf = async (batch: SalesBatch, standings: Standings, slice: TimeSlice): Promise<Plan> => {
  const standingOf = (terminal: string, receipt: string): Standing => {
    const key = receiptKey(terminal, receipt)
    const standing = standings.get(key) ?? { versions: [], round: 0, voided: false }
    standings.set(key, standing)
    return standing
  }
  const plan: Plan = { batch, isRecalled: false, outcomes: [...batch.refused], stores: [], takenBack: [] }
  for (const incoming of batch.sales) {
    if (slice.isOver) await slice.pass()
    const { draft, index } = incoming
    const content = contentOf(incoming.sale)
    const own = standingOf(draft.terminal, draft.receipt)
    const isVoid = draft.kind === KIND.void && draft.originalReceipt !== null && draft.originalReceipt !== draft.receipt
    const target = isVoid ? standingOf(draft.terminal, draft.originalReceipt ?? '') : undefined
    const decision = decide(draft, content, own, target, batch.source === FROM_FILE)
    plan.outcomes.push({ index, status: decision.status, errors: decision.errors })
    if (!decision.store) continue
    const saleId = newFactId()
    plan.stores.push({ ...incoming, saleId, round: own.round, content })
    for (const version of decision.takeBack) {
      version.takenBack = true
      plan.takenBack.push(version.saleId)
    }
    if (decision.takeBackItself) plan.takenBack.push(saleId)
    if (target) target.voided = true
    own.versions.push({
      saleId,
      revision: draft.revision,
      kind: draft.kind,
      originalReceipt: draft.originalReceipt,
      content,
      takenBack: decision.takeBackItself,
    })
  }
  if (batch.refused.length > 0) plan.outcomes.sort((a, b) => a.index - b.index)
  return plan
}

/** How each receipt stands, by till and receipt. */
type Standings = Map<string, Standing>

const standingsOf = (earlier: readonly EarlierEntry[]): Standings => {
  const standings: Standings = new Map()
  const counters = new Map<string, EarlierEntry>()
  const nameOf = ({ terminal, receipt, revision, round }: EarlierEntry) => `${receiptKey(terminal, receipt)} ${revision} ${round}`
  const standingOf = ({ terminal, receipt }: EarlierEntry): Standing => {
    const key = receiptKey(terminal, receipt)
    const standing = standings.get(key) ?? { versions: [], round: 0, voided: false }
    standings.set(key, standing)
    return standing
  }
  for (const entry of earlier) if (!entry.names && entry.kind === KIND.counter) counters.set(nameOf(entry), entry)
  const versions = earlier.filter(({ names, kind }) => !names && kind !== KIND.counter)
  for (const entry of earlier) {
    const standing = standingOf(entry)
    if (entry.names) standing.voided = true
  }
  for (const entry of versions) {
    const standing = standingOf(entry)
    standing.round = Math.max(standing.round, counters.get(nameOf(entry))?.undoes ? entry.round + 1 : entry.round)
  }
  for (const entry of versions) {
    const standing = standingOf(entry)
    if (entry.round < standing.round) continue
    const { saleId, revision, kind, originalReceipt, contentHash } = entry
    standing.versions.push({ saleId, revision, kind, originalReceipt, content: contentHash.toString('hex'), takenBack: counters.has(nameOf(entry)) })
  }
  return standings
}

/** Equal for equal sales, whatever the order of their fields was; the place is the key's matter and the batch's. */
const contentOf = (sale: WireSale): string => hash('sha256', JSON.stringify(sale.LocationId === undefined ? sale : { ...sale, LocationId: undefined }), 'hex')

/** The draft itself becomes the fact: copying forty fields of every sale was a fifth of the server's work at intake. */
const factOf = ({ draft, saleId, round, content }: Store, locationId: number, batch: SalesBatch, names: Names): Fact => {
  let cost = 0
  for (const line of draft.lines) {
    place(line, names)
    if (line.counts) cost += line.cost ?? 0
  }
  for (const payment of draft.payments) Object.assign(payment, { mediaKey: keyFor(names, CODE_DIM.media, payment.media.code) })
  for (const adjustment of draft.adjustments) {
    const isUnnamedTip = adjustment.kind === ADJUSTMENT.tip && adjustment.subject.code === ''
    Object.assign(adjustment, { key: isUnnamedTip ? 0 : keyFor(names, dimOfAdjustment(adjustment.kind), adjustment.subject.code) })
  }
  return Object.assign(draft, {
    saleId,
    locationId,
    terminalKey: keyFor(names, CODE_DIM.terminal, draft.terminal),
    counterOf: null,
    round,
    undoes: false,
    clerkKey: draft.clerk ? keyFor(names, CODE_DIM.clerk, draft.clerk.code) : null,
    cost,
    batchId: batch.batchId,
    contentHash: Buffer.from(content, 'hex'),
    source: batch.source,
  }) as unknown as Fact
}

const keyFor = (names: Names, dim: number, code: string): number => {
  const key = names.keys.get(keyOfName(dim, code))
  if (key === undefined) throw new Overtaken(`No key for ${dim} ${code}`)
  return key
}

/** Gives a line its product, its place in the menu at this moment, and what it cost. */
const place = (line: DraftLine, names: Names): void => {
  const product = names.products.get(line.plu)
  const sentClass = line.place && names.classes.get(keyOfPath(line.place))
  const classId = product?.mapped ? product.classId : (sentClass ?? product?.classId ?? names.classes.get(keyOfPath(UNASSIGNED)))
  if (!product || classId === undefined) throw new Overtaken(`No product for ${line.plu}`)
  const isGoods = line.kind === LINE_KIND.sale
  const cost = line.cost ?? (isGoods ? Math.round(((product.cost ?? 0) * line.qty) / 10_000) + 0 : 0)
  const placed = line as DraftLine & FactLine
  placed.productId = product.productId
  placed.classId = classId
  placed.servedAs = names.servedAs.get(classId) ?? null
  placed.wastageReasonKey = line.wastageReason === null ? null : keyFor(names, CODE_DIM.wastageReason, line.wastageReason)
  placed.cost = cost
}

const countersOf = async (scope: VenueScope, plans: readonly Plan[], facts: readonly Fact[]): Promise<Fact[]> => {
  const takenBack = plans.flatMap((plan) => plan.takenBack.map((saleId) => ({ saleId, batchId: plan.batch.batchId })))
  if (takenBack.length === 0) return []
  const fresh = new Map(facts.map((fact) => [fact.saleId, fact]))
  const stored = await storedFacts(
    scope,
    takenBack.map(({ saleId }) => saleId).filter((saleId) => !fresh.has(saleId)),
  )
  return takenBack.map(({ saleId, batchId }) => {
    const fact = fresh.get(saleId) ?? stored.get(saleId)
    if (!fact) throw new Overtaken(`Sale ${saleId} is not to be found`)
    return counterOf(fact, newFactId(), batchId)
  })
}
