import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { MediaAnswer, MediaQuery } from './media-summary.contract.ts'
import { mediaWords } from './media-summary.messages.ts'

/** What was declared with each method, beside what the system says. */
export const declaredTable = (answer: MediaAnswer, query: Partial<MediaQuery>, texts: TableWords): Table => {
  const say = (key: keyof (typeof mediaWords)['en']) => texts.say(mediaWords, key)
  const { Media, Totals } = answer.Declared
  const isMixed = Totals.length > 1
  const [only] = Totals
  const title = texts.say(tableWords, 'total')
  return {
    title: `${texts.say(reportsMenu, 'mediaSummary')}: ${say('declaredTitle')}`,
    notes: [...reportNotes({ ...answer, Compare: null, Currency: isMixed ? null : (only?.Currency ?? null) }, query, texts), say('declaredHint')],
    columns: [
      { key: 'Media', title: say('media'), kind: 'text' },
      ...(isMixed ? [{ key: 'Currency', title: texts.say(tableWords, 'currency'), kind: 'text' as const }] : []),
      ...(['System', 'Declared', 'OverShort'] as const).map((key): Column => ({ key, title: say(key), kind: 'money' })),
    ],
    rows: Media.map(({ Method, ...figures }) => ({ Media: texts.say(tillScreenWords, `method.${Method}`), ...figures })),
    ...(only && !isMixed ? { totals: { Media: title, ...only } } : {}),
    ...(isMixed ? { beneath: Totals.map((one) => ({ Media: `${title} ${one.Currency}`, ...one })) } : {}),
  }
}
