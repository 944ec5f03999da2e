import { isWithoutCost } from '#features/reports/kit/no-cost.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { useSay } from '#ui/language.tsx'

/** What a dash under cost or gross profit means, where one of these rows has such a dash. */
export const NoCost = ({ rows }: { rows: readonly Parameters<typeof isWithoutCost>[0][] }) => {
  const say = useSay(tableWords)
  return rows.some(isWithoutCost) ? <p className="note">{say('noteNoCost')}.</p> : null
}
