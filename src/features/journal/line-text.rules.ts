import { METHODS } from '#features/till/till.rules.ts'
import type { journalWords } from './journal.messages.ts'
import type { LineKind } from './journal-lines.rules.ts'

type Key = keyof (typeof journalWords)['en']
type Say = (key: Key, values?: Record<string, string>) => string

/** A line in words: "Sales: Food / Kitchen", "Paid by Visa". */
export const lineText = ({ kind, key, name }: { kind: LineKind; key: number; name: string }, say: Say): string => {
  if (kind === 'CashOut' && key === 0) return say('line.CashOut.0')
  if (kind === 'Sales' && name === '') return say('line.Sales', { name: say('nameless') })
  const method = kind === 'Counted' ? METHODS.find((one) => one === name) : undefined
  return say(`line.${kind}`, { name: method ? say(`method.${method}`) : name })
}

/** The number of a journal in accounting programs; MYOB takes eight characters. */
export const journalNoText = (journalNo: number): string => `DB${String(journalNo).padStart(6, '0')}`
