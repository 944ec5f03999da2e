import type { ListedCard } from './fraud.contract.ts'
import type { CaseState, Rule } from './fraud-rules.rules.ts'

/** What no case was opened for yet is new too. */
export const stateOfCard = ({ Case }: ListedCard): CaseState => Case?.State ?? 'New'

export const isOpen = (card: ListedCard): boolean => ['New', 'Reviewing'].includes(stateOfCard(card))

/** Whether a card is shown: of the state and with one of the rules that were chosen, if any were. */
export const isShown = (card: ListedCard, state: string | undefined, rules: readonly Rule[]): boolean =>
  (!state || stateOfCard(card) === state) && (rules.length === 0 || card.Hits.some(({ Rule }) => rules.includes(Rule)))
