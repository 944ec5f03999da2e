/** What a session was begun with, as far as its browser tells; null where it tells nothing we know. */
interface Device {
  browser: string | null
  system: string | null
}

/** The first that fits counts: browsers made from Chrome name Chrome and Safari as well, and iPadOS and Android name others too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Reads browser and system from what a browser says of itself. Their names are the makers' own and the same in every language. */
export const deviceIn = (userAgent: string): Device => ({ browser: firstIn(BROWSERS, userAgent), system: firstIn(SYSTEMS, userAgent) })

const firstIn = (all: typeof BROWSERS, userAgent: string): string | null => all.find(([fits]) => fits.test(userAgent))?.[1] ?? null
