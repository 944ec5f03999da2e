import { dayText } from '#shared/cell-text.ts'
import type { TableWords } from '#shared/endpoint.ts'
import { moneyText } from '#shared/money.ts'
import { lateWords } from './late-days.messages.ts'

interface Changed {
  Changes: number
  Amount: number | null
  /** On the clock of where it came: an instant, or as a file's cell has it. */
  LastAt: string
}

/** "3 changes, +$12.00, the last Sat 21 Nov 2026 09:12". */
export const lateText = ({ Changes, Amount, LastAt }: Changed, currency: string, { language, say }: Pick<TableWords, 'language' | 'say'>): string => {
  const changes = say(lateWords, Changes === 1 ? 'changes.1' : 'changes.n', { n: Changes })
  const at = `${dayText(LastAt.slice(0, 10), language)} ${LastAt.slice(11, 16)}`
  if (Amount === null) return say(lateWords, 'changedMixed', { changes, at })
  return say(lateWords, 'changed', { changes, amount: `${Amount > 0 ? '+' : ''}${moneyText(Amount, currency, language)}`, at })
}

/** Late changes as a file's cells tell them; empty where there were none. */
export const lateCells = (late: Changed | null) => ({
  LateChanges: late?.Changes ?? null,
  LateAmount: late?.Amount ?? null,
  LateAt: late ? `${late.LastAt.slice(0, 10)} ${late.LastAt.slice(11, 16)}` : null,
})
