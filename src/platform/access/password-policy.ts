import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#platform/version.ts'
import { failure, fieldFailure } from '#shared/failure.ts'

const SHORTEST = 12
const LONGEST = 256
/** So many letters or digits must be left once the words anybody would try are taken out. */
const LEAST_OWN = 5

/** The commonest passwords of twelve characters or more, and the words the others are made of; one per line. */
const listed = readFileSync(join(ROOT, 'src/platform/access/common-passwords.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const COMMON = new Set(listed.map((line) => line.toLowerCase()))
const WORDS = listed.filter((line) => line.length < SHORTEST)

/**
 * Whether a new password may be taken: long enough and not what anyone would guess. No rule about kinds of characters.
 * @param about names of the person, their venue and their mail address
 * @throws PasswordTooShort, PasswordTooLong, PasswordTooCommon
 */
export const refuseWeakPassword = (password: string, about: readonly string[], wordsAllowed = false): void => {
  if (!password.isWellFormed()) throw fieldFailure('Password', 'Password contains characters that cannot be stored.')
  const length = [...password].length
  if (length < SHORTEST) throw failure('PasswordTooShort')
  if (length > LONGEST) throw failure('PasswordTooLong')
  if (!wordsAllowed && isGuessable(password, about)) throw failure('PasswordTooCommon')
}

const isGuessable = (password: string, about: readonly string[]): boolean => {
  const folded = password.normalize('NFKC').toLowerCase()
  if (COMMON.has(folded) || isRepetition(folded) || isRun(folded)) return true
  const names = about.flatMap(wordsOf)
  return [folded, unleet(folded)].some((spelling) => ownPart(spelling, [...names, ...WORDS]) < LEAST_OWN)
}

/** The words of a name that are long enough to matter, and all of them together. */
const wordsOf = (name: string): string[] => {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [words.join(''), ...words].filter((word) => [...word].length >= 3)
}

/** How many different characters are left of a password without the guessable words; runs, years and a keyboard's signs are nobody's own. */
const ownPart = (password: string, words: readonly string[]): number => {
  let left = password
  for (const word of [...words].sort((a, b) => b.length - a.length)) left = left.replaceAll(word, ' ')
  const pieces = withoutRuns(left.replace(/(19|20)\d\d/g, ' '))
    .split(SIGNS)
    .filter((piece) => !isRun(piece))
  return new Set(pieces.join('')).size
}

const SIGNS = /[\s!-/:-@[-`{-~]+/

/** The same few characters over and over: aaaa…, abcabcabc…. */
const isRepetition = (text: string): boolean => [1, 2, 3, 4, 5, 6].some((size) => text === text.slice(0, size).repeat(text.length).slice(0, text.length))

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
]
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row.repeat(3))

/** One walk along the alphabet, the digits or the keyboard. */
const isRun = (text: string): boolean => text.length > 1 && RUNS.some((row) => row.includes(text))

/** Walks of four steps or more taken out, wherever they are. */
const withoutRuns = (text: string): string => {
  let left = ''
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    while (to < text.length && isRun(text.slice(from, to + 1))) to += 1
    left += to - from >= 4 ? ' ' : text.slice(from, from + 1)
    from = to - from >= 4 ? to : from + 1
  }
  return left
}

const unleet = (text: string): string => text.replace(/[013457@$!|]/g, (sign) => LEET[sign] ?? sign)
const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '|': 'l' }
