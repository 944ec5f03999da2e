import { createContext, type ReactNode, use, useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { numberFormat, pluralRules } from '#shared/formats.ts'
import { type Language, LOCALES, loyaltyText, type Messages, text } from '#shared/messages.ts'
import { taxNameOf } from '#shared/tax-name.ts'
import { choose, usePreferences } from './preferences.ts'
import { useVenueConfig } from './venue-config.ts'

interface Speech {
  language: Language
  /** For Intl: en-AU or ja-JP. */
  locale: string
  /** What the venue calls its programme; never empty. */
  loyaltyName: string
  /** What the venue calls the tax in its prices; never empty. */
  taxName: string
}

/** What a text needs to be filled in. */
export type Spoken = Pick<Speech, 'language' | 'loyaltyName' | 'taxName'>

type Values = Record<string, string | number>
/** `people` where both `people.one` and `people.other` are texts. */
type Counted<K extends string> = K extends `${infer Base}.other` ? Base : never

const SpeechContext = createContext<Speech>({ language: 'en', locale: LOCALES.en, loyaltyName: 'Loyalty', taxName: taxNameOf('', '') })
const LOYALTY: Record<Language, string> = { en: 'Loyalty', jp: 'ロイヤルティ' }

/** Gives everything below it the chosen language: by choice, else the venue's, else English. */
export const LanguageProvider = ({ children }: { children: ReactNode }) => {
  const chosen = usePreferences().language
  const config = useVenueConfig()
  // Every word of the screen changes at once: drawn in small steps, so that the button answers before.
  const language = useDeferredValue(chosen ?? config?.Language ?? 'en')
  const loyaltyName = config?.LoyaltyName || LOYALTY[language]
  const taxName = taxNameOf(config?.TaxName, config?.Currency)
  // Before the words are laid out, or they would be twice: for one language's letters and then for the other's.
  useLayoutEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = language === 'jp' ? 'ja' : 'en'
    return () => {
      document.documentElement.lang = before
    }
  }, [language])
  const speech = useMemo(() => ({ language, locale: LOCALES[language], loyaltyName, taxName }), [language, loyaltyName, taxName])
  return (
    <SpeechContext value={speech}>
      <I18nProvider locale={speech.locale}>{children}</I18nProvider>
    </SpeechContext>
  )
}

/** The language on screen. */
export const useLanguage = (): Speech => use(SpeechContext)

/** Speaks another language from here on. */
export const speak = (language: Language): void => choose({ language })

/** Texts of one feature in the language on screen: `say('title')`. A missing key shows itself; `{loyalty}` is the programme's name and `{tax}` the tax's. */
export const useSay = <K extends string>(all: Messages<K>) => {
  const { language, loyaltyName, taxName } = use(SpeechContext)
  return useMemo(() => {
    const say = (key: K, values: Values = {}) => said(all, { language, loyaltyName, taxName }, key, values)
    /** Picks `key.one` or `key.other` by the number, which the text may write as `{n}`. */
    const count = (key: Counted<K>, n: number, values: Values = {}) => {
      const form = `${key}.${pluralRules(LOCALES[language]).select(n)}`
      const known = form in all[language] ? form : `${key}.other`
      return say(known as K, { n: numberFormat(LOCALES[language]).format(n), ...values })
    }
    return Object.assign(say, { count })
  }, [all, language, loyaltyName, taxName])
}

/** A text outside of a feature's own `useSay`, such as the title of any screen. */
export const said = (all: Messages, { language, loyaltyName, taxName }: Spoken, key: string, values: Values = {}): string =>
  loyaltyText(text(all, language, key, { loyalty: loyaltyName, tax: taxName, ...values }), loyaltyName)
