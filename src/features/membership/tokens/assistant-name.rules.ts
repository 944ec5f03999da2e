import { nameKey } from '#shared/name-key.ts'

/** The letters of the reserved name, each with letters of other scripts and digits that are drawn like it. */
const LETTERS = ['dԁժɗđ', 'aаɑα4', 'yуүγυʏ', 'bьβвƅ86', 'oоοօσ0', 'oоοօσ0', 'kкκқҝ']
const OURS = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}])${LETTERS.map((one) => `[${one}]`).join('[^a-z]*?')}`,
  'u',
)

/** Whether a word begins like the name of this product: case, spacing, accents and similar letters do not count. */
const imitatesUs = (name: string): boolean =>
  OURS.test(
    nameKey(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, ''),
  )

const MARKUP = /[<>`]|&#?\w+;|\]\(|:\/\//

/** Whether an assistant may have this name: plain text, and not the name of this product. */
export const isAssistantName = (name: string): boolean => !MARKUP.test(name) && !imitatesUs(name)
