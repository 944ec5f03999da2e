import type { AskedTrade } from './asked-trade.rules.ts'
import type { Dimension, Kind, SplitBy } from './breakdown-kinds.rules.ts'
import type { ClassTree } from './class-tree.rules.ts'

/** What is asked of a breakdown. */
export interface AskedBreakdown extends AskedTrade {
  dimension: Dimension
  kind: Kind
  /** Comes with the first answers: what the report asks for does not wait for it unless it is about some classes alone. */
  tree: Promise<ClassTree>
  /** What its rows are told by, instead of its own. */
  splitBy: SplitBy | undefined
  /** Told by type or reason: the row of each key. */
  types: ReadonlyMap<number, number> | undefined
  /** Keys of the rollup asked for; undefined for all. */
  keys: readonly number[] | undefined
  /** One row is asked for, with its periods. */
  isOneRow: boolean
  /** Rows are wanted by period, as far as there are not too many. */
  byPeriod: boolean
  /** Rows are wanted by location, however many there are. */
  byLocation: boolean
  /** The rows are the single items of the classes asked for. */
  byPlu: boolean
  /** Locations are named, and told even where they are closed by now and sold nothing. */
  namesPlaces: boolean
}
