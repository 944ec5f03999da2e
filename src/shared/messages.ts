/** The product's languages as the wire names them; `jp` is `ja` for `<html lang>` and Intl. */
export type Language = 'en' | 'jp'

export const LOCALES: Record<Language, string> = { en: 'en-AU', jp: 'ja-JP' }

export interface Messages<K extends string = string> {
  en: Record<K, string>
  jp: Record<K, string>
}

/**
 * Texts of one feature, English beside Japanese; a key missing on either side does not compile.
 * `{name}` stands for a value, `{loyalty}` for the venue's name of its programme and `{tax}` for that of the tax in its prices.
 */
export const messages = <K extends string>(en: Record<K, string>, jp: Record<NoInfer<K>, string>): Messages<K> => ({ en, jp })

/** A text with its values filled in; a missing key shows itself. */
export const text = (all: Messages, language: Language, key: string, values: Record<string, string | number> = {}): string =>
  (all[language][key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The whole label "loyalty", in any case, becomes the venue's own name for its programme; any other text is unchanged. */
export const loyaltyText = (label: string, loyaltyName: string | undefined): string => (label.toLowerCase() === 'loyalty' && loyaltyName ? loyaltyName : label)
