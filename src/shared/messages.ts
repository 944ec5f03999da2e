/** The product's languages as the wire names them; `jp` is `ja` for `<html lang>` and Intl. */
export type Language = 'en' | 'jp'

export const LOCALES: Record<Language, string> = { en: 'en-AU', jp: 'ja-JP' }

export interface Messages<K extends string = string> {
  en: Record<K, string>
  jp: Record<K, string>
}

/**
 * Texts of one feature, English beside Japanese; a key missing on either side does not compile.
 * `{name}` stands for a value, `{loyalty}` for the venue's name of its programme, `{tax}` for that of the tax in its prices, and
 * `{n:row|rows}` for a number with its noun: "1 row".
 */
export const messages = <K extends string>(en: Record<K, string>, jp: Record<NoInfer<K>, string>): Messages<K> => ({ en, jp })

/** A text with its values filled in; a missing key shows itself. */
export const text = (all: Messages, language: Language, key: string, values: Record<string, string | number> = {}): string =>
  fill(all[language][key] ?? key, values)

/** The blanks of a text: `{n}`, or `{n:row|rows}` with the noun for one and for several. */
const BLANK = /\{(\w+)(?::([^{}|]+)\|([^{}|]+))?\}/g
const ONE = /^[+−-]?1$/

/** A sentence with its blanks filled in. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(BLANK, (whole, name: string, one?: string, several?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return one === undefined ? String(value) : `${value} ${ONE.test(String(value)) ? one : several}`
  })

/** The whole label "loyalty", in any case, becomes the venue's own name for its programme; any other text is unchanged. */
export const loyaltyText = (label: string, loyaltyName: string | undefined): string => (label.toLowerCase() === 'loyalty' && loyaltyName ? loyaltyName : label)
