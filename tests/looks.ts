/**
 * How every screen is looked at: once in each theme, once as wide as a desk and once as narrow as a phone, once in each language. A screen that
 * is in order in both is in order in the rest: colours come from the theme alone, what wraps from the width and the words.
 */
export const LOOKS = [
  { width: 1440, height: 900, dark: false, language: 'en' },
  { width: 390, height: 844, dark: true, language: 'jp' },
] as const
