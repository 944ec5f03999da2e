import type { ImportField, ImportMapping } from './import-mapping.rules.ts'

/** Field → the heading of its column. */
export type ColumnsOf<F extends string> = { readonly [K in F]?: string | undefined }

/** The fields a column is, in the order they are listed. */
export const fieldsOfColumn = <F extends string>({ Columns }: { Columns: ColumnsOf<F> }, heading: string): F[] =>
  (Object.entries(Columns) as [F, string][]).filter(([, column]) => column === heading).map(([field]) => field)

/** The columns with one of them being this field and nothing else; a column that was this field before is nothing then. */
export const withColumn = <F extends string>(columns: ColumnsOf<F>, heading: string, field: F | undefined): { [K in F]?: string } => {
  const others = (Object.entries(columns) as [F, string][]).filter(([known, column]) => column !== heading && known !== field)
  return Object.fromEntries(field === undefined ? others : [...others, [field, heading]]) as { [K in F]?: string }
}

/** The columns with one of the fields of a column replaced by another, added (was nothing) or taken away (becomes nothing); its others stay. */
export const withFieldOf = <F extends string>(columns: ColumnsOf<F>, heading: string, was: F | undefined, field: F | undefined): { [K in F]?: string } => {
  const others = (Object.entries(columns) as [F, string][]).filter(([known]) => known !== was && known !== field)
  return Object.fromEntries(field === undefined ? others : [...others, [field, heading]]) as { [K in F]?: string }
}

/** The mapping with some of its settings changed; undefined takes a setting away. */
export const withSettings = (mapping: ImportMapping, changes: { [K in keyof ImportMapping]?: ImportMapping[K] | undefined }): ImportMapping =>
  Object.fromEntries(Object.entries({ ...mapping, ...changes }).filter(([, value]) => value !== undefined)) as ImportMapping

/** The mapping with a value for all rows of a field; '' takes it away. */
export const withDefault = (mapping: ImportMapping, field: ImportField, value: string): ImportMapping => {
  const { [field]: _, ...others } = mapping.Defaults ?? {}
  const Defaults = value === '' ? others : { ...others, [field]: value }
  return withSettings(mapping, { Defaults: Object.keys(Defaults).length > 0 ? Defaults : undefined })
}

/** The mapping with what a value of a field means; undefined lets it stand as it is. */
export const withMeaning = (mapping: ImportMapping, field: ImportField, value: string, meaning: string | undefined): ImportMapping => {
  const { [value]: _, ...others } = mapping.Values?.[field] ?? {}
  const meanings = meaning === undefined ? others : { ...others, [value]: meaning }
  const { [field]: __, ...fields } = mapping.Values ?? {}
  const Values = Object.keys(meanings).length === 0 ? fields : { ...fields, [field]: meanings }
  return withSettings(mapping, { Values: Object.keys(Values).length > 0 ? Values : undefined })
}

/** The mapping with exactly these locations to be made; what was said of their time zone and currency stays. */
export const withNewLocations = (mapping: ImportMapping, Names: string[], zone: string): ImportMapping =>
  withSettings(mapping, {
    NewLocations:
      Names.length === 0 ? undefined : { TimeZone: zone, ...(mapping.Currency ? { Currency: mapping.Currency } : {}), ...mapping.NewLocations, Names },
  })

/** Ways to write a day, as the reader of a select sees them. */
export const DATE_CHOICES = ['YYYY-MM-DD', 'YYYY/M/D', 'YYYY年M月D日', 'D/M/YYYY', 'M/D/YYYY', 'D.M.YYYY', 'D-M-YYYY', 'D/M/YY', 'M/D/YY'] as const
export const TIME_CHOICES = ['HH:mm:ss', 'HH:mm', 'h:mm A', 'h:mm:ss A'] as const

/** 20 November 2026, five past two in the afternoon, in a format. */
export const exampleOf = (format: string): string => format.replace(/YYYY|YY|MM|M|DD|D|HH|H|hh|h|mm|ss|A/g, (token) => EXAMPLE[token] ?? token)

const EXAMPLE: Record<string, string> = {
  YYYY: '2026',
  YY: '26',
  MM: '11',
  M: '11',
  DD: '20',
  D: '20',
  HH: '14',
  H: '14',
  hh: '02',
  h: '2',
  mm: '05',
  ss: '30',
  A: 'PM',
}

/** Which of day and month stands first, where both could be meant. */
export const orderOf = (format: string): 'dayFirst' | 'monthFirst' | undefined => {
  const [year, month, day] = ['Y', 'M', 'D'].map((letter) => format.indexOf(letter))
  if (year === undefined || month === undefined || day === undefined || year <= Math.min(month, day)) return undefined
  return day < month ? 'dayFirst' : 'monthFirst'
}
