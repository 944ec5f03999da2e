/** The same things in another order (Fisher and Yates). */
export const shuffled = <T>(things: readonly T[], random: () => number): T[] => {
  const left = [...things]
  for (let last = left.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1))
    const kept = left[last] as T
    left[last] = left[chosen] as T
    left[chosen] = kept
  }
  return left
}
