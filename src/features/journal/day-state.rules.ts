/** How far the journal of a day has come: the day is not over; drawers are not counted; it can be exported; it was; it changed since. */
export const DAY_STATES = ['Trading', 'NotFinal', 'Ready', 'Exported', 'Changed'] as const
export type DayState = (typeof DAY_STATES)[number]

interface Facts {
  /** The location's clock is past it. */
  isOver: boolean
  openSheets: number
  wasExported: boolean
  /** What is there now is not what was exported. */
  differs: boolean
}

/** What was exported stays exported, and is only ever corrected; before that a day waits for its end and for its drawers. */
export const dayState = ({ isOver, openSheets, wasExported, differs }: Facts): DayState => {
  if (wasExported) return differs ? 'Changed' : 'Exported'
  if (!isOver) return 'Trading'
  return openSheets > 0 ? 'NotFinal' : 'Ready'
}
