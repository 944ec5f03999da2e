import { searchText } from '#shared/search-text.ts'

/** The words of a text, as they are compared; a name without spaces, as in Japanese, is one. */
export const wordsIn = (text: string): string[] =>
  searchText(text)
    .split(/[\s,、・·/()]+/u)
    .filter(Boolean)

/** How well what is typed fits a word: the same, its beginning, a part of it, its beginning with one slip; 0 where it does not. */
export const fitOfWord = (typed: string, word: string): number => {
  if (word === typed) return 4
  if (word.startsWith(typed)) return 3
  if (typed.length >= (LATIN.test(typed) ? 3 : 1) && word.includes(typed)) return 2
  const mayHaveSlip = typed.length >= 4 && typed[0] === word[0] && LATIN.test(typed)
  return mayHaveSlip && [-1, 0, 1].some((more) => isOneSlip(typed, word.slice(0, typed.length + more))) ? 1 : 0
}

const LATIN = /^[\x20-\x7f]+$/

/** Whether two words differ by one letter too many, missing or wrong, or by two that changed places. */
const isOneSlip = (a: string, b: string): boolean => {
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0])
}

/** How well the typed words fit a name, each of them; 0 where one does not. The name that says the least beyond them is first. */
export const fitOfName = (typed: readonly string[], name: string): number => {
  const words = wordsIn(name)
  const all = [...words, words.join('')]
  const fits = typed.map((one) => Math.max(...all.map((word) => fitOfWord(one, word))))
  if (typed.length === 0 || fits.includes(0)) return 0
  const isInOrder = fitOfWord(typed[0] ?? '', words[0] ?? '') > 1
  return fits.reduce((sum, fit) => sum + fit, 0) / fits.length + (isInOrder ? 0.5 : 0) + 0.4 / (1 + Math.max(0, words.length - typed.length))
}

/** A text split around the beginnings of words that were typed, for marking: the odd parts are theirs. */
export const markedParts = (text: string, typed: readonly string[]): string[] => {
  const low = text.toLowerCase()
  // Some letters are longer in lower case; then nothing is marked rather than the wrong part.
  const marks = low.length === text.length ? typed.flatMap((one) => marksOf(low, one)) : []
  const kept = marks.sort((a, b) => a[0] - b[0]).filter(([from], i, all) => all.slice(0, i).every(([, to]) => to <= from))
  const cuts = [0, ...kept.flat(), text.length]
  return cuts.slice(1).map((to, i) => text.slice(cuts[i], to))
}

const marksOf = (text: string, typed: string): [from: number, to: number][] => {
  for (let at = text.indexOf(typed); at >= 0 && typed !== ''; at = text.indexOf(typed, at + 1)) {
    if (!LATIN.test(typed) || at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) return [[at, at + typed.length]]
  }
  return []
}
