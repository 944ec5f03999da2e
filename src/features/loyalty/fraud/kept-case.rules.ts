import { stateOf } from './fraud-rules.rules.ts'

/** A case as it is stored, with whoever moved it to its state. */
export interface KeptCase {
  caseId: string
  cardId: string
  state: number
  version: number
  openedAt: Date
  by: string | null
  exemptUntil: string | null
  blocked: boolean
  /** Whether it is about the user who reads it. */
  isOwn: boolean
}

/** What a case says of itself in a list. */
export const markOf = ({ caseId, state, by, exemptUntil, blocked, openedAt }: KeptCase) => ({
  CaseId: caseId,
  State: stateOf(state),
  By: by,
  ExemptUntil: exemptUntil,
  Blocked: blocked,
  OpenedAt: openedAt.toISOString(),
})
