import { nameKey } from '#shared/name-key.ts'

/** Letters of other scripts and digits that are drawn like Latin letters of the reserved name. */
const LOOKALIKES: Record<string, string> = {
  ...Object.fromEntries([...'ԁժɗđ'].map((letter) => [letter, 'd'])),
  ...Object.fromEntries([...'аɑα4'].map((letter) => [letter, 'a'])),
  ...Object.fromEntries([...'уүγυʏ'].map((letter) => [letter, 'y'])),
  ...Object.fromEntries([...'ьβвƅ86'].map((letter) => [letter, 'b'])),
  ...Object.fromEntries([...'оοօσ0о'].map((letter) => [letter, 'o'])),
  ...Object.fromEntries([...'кκқҝ'].map((letter) => [letter, 'k'])),
}

/** Whether a reader could take the name for that of this product: case, spacing, accents and similar letters do not count. */
const imitatesUs = (name: string): boolean =>
  [...nameKey(name).normalize('NFD')]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll(/[^a-z]/g, '')
    .includes('daybook')

const MARKUP = /[<>`]|&#?\w+;|\]\(|:\/\//

/** Whether an assistant may have this name: plain text, and not the name of this product. */
export const isAssistantName = (name: string): boolean => !MARKUP.test(name) && !imitatesUs(name)
