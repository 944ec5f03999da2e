import type { Account } from './accounts.rules.ts'
import { type JournalLine, LINE_KINDS } from './journal-lines.rules.ts'

/** A line with the account it goes to, as it is kept of an export. */
export type PostedLine = JournalLine & { account: Account }

const nameOf = ({ kind, key }: JournalLine): string => `${kind} ${key}`

/** The day as it is now, on the accounts it was exported with: another account chosen since is for days that are not exported yet. */
export const onAccountsOf = (exported: readonly PostedLine[], now: readonly PostedLine[]): PostedLine[] => {
  const accounts = new Map(exported.map((line) => [nameOf(line), line.account]))
  return now.map((line) => ({ ...line, account: accounts.get(nameOf(line)) ?? line.account }))
}

/** What a correcting journal holds: the day as it is now less the day as it was exported, line by line. Nothing where nothing changed. */
export const differenceBetween = (exported: readonly PostedLine[], now: readonly PostedLine[]): PostedLine[] => {
  const before = new Map(exported.map((line) => [nameOf(line), line]))
  const current = new Map(now.map((line) => [nameOf(line), line]))
  const lines = [...current.values(), ...[...before.values()].filter((line) => !current.has(nameOf(line)))]
  return lines
    .map((line): PostedLine => {
      const [was, is] = [before.get(nameOf(line)), current.get(nameOf(line))]
      return { ...line, amount: (is?.amount ?? 0) - (was?.amount ?? 0), tax: (is?.tax ?? 0) - (was?.tax ?? 0) }
    })
    .filter(({ amount, tax }) => amount !== 0 || tax !== 0)
    .sort((a, b) => LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind))
}
