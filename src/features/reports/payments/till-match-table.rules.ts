import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { paymentsWords } from './payments.messages.ts'
import { tillMatchWords } from './till-match.messages.ts'
import type { PairsAnswer } from './till-pairs.rules.ts'
import type { TillAnswer } from './till-sides.rules.ts'

type Word = keyof (typeof tillMatchWords)['en']

const MONEY = ['Till', 'Provider', 'Difference'] as const
const COUNTS = ['Tenders', 'Payments', 'Matched', 'OnlyTill', 'OnlyProvider'] as const

/** The compared days as rows; totals where all are in one currency. */
export const tillTable = (answer: TillAnswer, _query: unknown, texts: TableWords): Table => {
  const say = (key: Word, values?: Record<string, string | number>) => texts.say(tillMatchWords, key, values)
  const sayAll = (key: keyof (typeof paymentsWords)['en']) => texts.say(paymentsWords, key)
  const isMixed = answer.Totals.length > 1
  const [only] = answer.Totals
  return {
    title: say('title'),
    notes: [...notesOf(answer, say), ...answer.Places.flatMap((place) => noteOf(place, say))],
    columns: [
      { key: 'Day', title: sayAll('day'), kind: 'date' },
      { key: 'Location', title: sayAll('location'), kind: 'text' },
      ...(isMixed ? [{ key: 'Currency', title: sayAll('currency'), kind: 'text' as const }] : []),
      ...MONEY.map((key): Column => ({ key, title: say(key), kind: 'money' })),
      ...COUNTS.map((key): Column => ({ key, title: say(key), kind: 'count' })),
      { key: 'OnlyTillAmount', title: say('OnlyTillAmount'), kind: 'money' },
      { key: 'OnlyProviderAmount', title: say('OnlyProviderAmount'), kind: 'money' },
      { key: 'ByHand', title: say('ByHand'), kind: 'count' },
      { key: 'ByHandDifference', title: say('ByHandDifference'), kind: 'money' },
    ],
    rows: answer.Days.map(({ LocationId: _, ...day }) => day),
    ...(only && !isMixed ? { totals: { ...only, Day: say('compared') } } : {}),
  }
}

const notesOf = (
  { FromDate, ToDate, AsAt }: { FromDate: string; ToDate: string; AsAt: string },
  say: (key: Word, values?: Record<string, string | number>) => string,
) => [say('noteRange', { from: FromDate, to: ToDate }), say('rule'), say('noteAsAt', { instant: AsAt })]

const noteOf = (place: TillAnswer['Places'][number], say: (key: Word, values?: Record<string, string | number>) => string): string[] =>
  place.State === 'NotLinked' ? [`${place.Location}: ${say('notLinked')}`] : place.State === 'Reading' ? [`${place.Location}: ${say('reading')}`] : []

/** Tenders and payments as rows, each with the side it was found on. */
export const pairsTable = (answer: PairsAnswer, _query: unknown, texts: TableWords): Table => {
  const say = (key: Word, values?: Record<string, string | number>) => texts.say(tillMatchWords, key, values)
  const sayAll = (key: keyof (typeof paymentsWords)['en']) => texts.say(paymentsWords, key)
  const currencies = new Set(answer.Pairs.map(({ Currency }) => Currency))
  return {
    title: say('pairsTitle'),
    notes: [...notesOf(answer, say), ...(answer.LeftOff > 0 ? [say('leftOff', { n: answer.LeftOff })] : [])],
    columns: [
      { key: 'Day', title: sayAll('day'), kind: 'date' },
      { key: 'Location', title: sayAll('location'), kind: 'text' },
      { key: 'State', title: say('found'), kind: 'text' },
      { key: 'Receipt', title: say('receipt'), kind: 'text' },
      { key: 'TerminalId', title: say('till'), kind: 'text' },
      { key: 'Media', title: say('media'), kind: 'text' },
      { key: 'TillTime', title: say('tillTime'), kind: 'time' },
      { key: 'PaymentId', title: say('payment'), kind: 'text' },
      { key: 'Card', title: say('card'), kind: 'text' },
      { key: 'PaymentTime', title: say('paymentTime'), kind: 'time' },
      { key: 'Near', title: say('think'), kind: 'text' },
      { key: 'ByHand', title: say('ByHand'), kind: 'text' },
      ...(currencies.size > 1 ? [{ key: 'Currency', title: sayAll('currency'), kind: 'text' as const }] : []),
      { key: 'Amount', title: sayAll('amount'), kind: 'money' },
    ],
    rows: answer.Pairs.map(({ State, Day, Location, Currency, Amount, Tender, Payment, Near, ByHand }) => ({
      Day,
      Location,
      Currency,
      Amount,
      State: say(`state.${State}`),
      Receipt: Tender?.Receipt ?? null,
      TerminalId: Tender?.TerminalId ?? null,
      Media: Tender?.Media ?? null,
      TillTime: Tender?.At.slice(11, 16) ?? null,
      PaymentId: Payment?.PaymentId ?? null,
      Card: Payment?.Card ?? null,
      PaymentTime: Payment?.At.slice(11, 16) ?? null,
      ByHand: ByHand && handText(ByHand, say),
      Near: Near && say(`near.${Near.Kind}`, { time: Near.At.slice(11, 16), receipt: Near.Receipt ?? '', media: Near.Media ?? '' }),
    })),
  }
}

/** What somebody said of a payment, by whom and when. */
export const handText = (
  { Reason, By, At }: NonNullable<PairsAnswer['Pairs'][number]['ByHand']>,
  say: (key: 'handTied' | 'handExplained', values: Record<string, string>) => string,
): string => {
  const told = { by: By, time: `${At.slice(0, 10)} ${At.slice(11, 16)}` }
  return Reason === null ? say('handTied', told) : say('handExplained', { ...told, reason: Reason })
}
