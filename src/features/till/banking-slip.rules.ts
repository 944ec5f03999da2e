/** Notes or coins of one value. */
export interface Pieces {
  Value: number
  Count: number
}

/**
 * Which of the counted notes and coins go to the bank, the largest first, so that small change stays as the float; and what of the amount they
 * do not make up. Amounts in major units.
 */
export const bankingSlip = (counted: readonly Pieces[], amount: number): { pieces: Pieces[]; rest: number } => {
  let left = thousandths(amount)
  const pieces: Pieces[] = []
  for (const { Value, Count } of [...counted].sort((a, b) => b.Value - a.Value)) {
    const taken = Math.min(Count, Math.floor(left / thousandths(Value)))
    if (taken <= 0) continue
    pieces.push({ Value, Count: taken })
    left -= taken * thousandths(Value)
  }
  return { pieces, rest: left / 1000 }
}

const thousandths = (amount: number): number => Math.round(amount * 1000)
