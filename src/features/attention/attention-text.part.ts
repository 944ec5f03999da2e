import { momentText } from '#features/reports/kit/screen/period-text.part.tsx'
import { todayAt } from '#features/reports/kit/today.rules.ts'
import { addDays } from '#shared/day.ts'
import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import type { Item } from './attention.contract.ts'
import { attentionWords } from './attention.messages.ts'

/** An element of the list in words. */
export interface ItemText {
  tag: string
  title: string
  /** What it is known from. */
  about: string
}

type Of<K extends Item['Kind']> = Extract<Item, { Kind: K }>
type Writers = { [K in Item['Kind']]: (item: Of<K>) => Omit<ItemText, 'tag'> & { tag?: string } }

/** Writes what is odd in the reader's language, days as they are called today. */
export const useItemText = (): ((item: Item) => ItemText) => {
  const say = useSay(attentionWords)
  const words = useWords()
  const { day, dayInWords, moment, duration, money, placeName } = words
  const writers: Writers = {
    SheetDifference: ({ LocationId, TerminalId, Day, Variance, Limit, Currency, CountedBy, Signed }) => ({
      title: say(Variance < 0 ? 'short' : 'over', { location: placeName(LocationId), till: TerminalId, amount: money(Math.abs(Variance), Currency) }),
      about: say(`${Signed ? 'signed' : 'unsigned'}${CountedBy === null ? 'Till' : ''}`, {
        day: day(Day),
        who: CountedBy ?? '',
        limit: money(Limit, Currency),
      }),
    }),
    SheetsOpen: ({ LocationId, Sheets, NotCounted, FirstDay }) => ({
      title: say.count('sheets', Sheets, { location: placeName(LocationId) }),
      about: [say('sheetsAbout', { day: day(FirstDay) }), ...(NotCounted > 0 ? [say.count('notCounted', NotCounted)] : [])].join(' '),
    }),
    CardUse: ({ LocationId, CardNumber, Day, Uses, Threshold, At }) => ({
      title: say('cardUse', { ends: CardNumber.slice(-4), n: Uses, day: dayInWords(Day) }),
      about: say('cardUseAbout', { location: placeName(LocationId), at: moment(At, Day), threshold: Threshold }),
    }),
    Silent: ({ LocationId, At, Minutes }) => ({
      title: say('silent', { location: placeName(LocationId), at: moment(At) }),
      about: say('silentAbout', { duration: duration(Minutes) }),
    }),
    TillSilent: ({ LocationId, TerminalId, At, Minutes }) => ({
      title: say(At === null ? 'tillNever' : 'tillSilent', { location: placeName(LocationId), till: TerminalId, at: At === null ? '' : moment(At) }),
      about: say('tillSilentAbout', { duration: duration(Minutes) }),
    }),
    Link: ({ LocationId, Provider, Trouble, At }) => ({
      title: say(`link${Trouble}${LocationId === null ? '' : 'At'}`, { provider: Provider, location: placeName(LocationId) }),
      about: say(Trouble === 'Ended' ? (At ? 'signInAgain' : 'signInNever') : At ? 'lastRead' : 'neverRead', { at: At ? moment(At) : '' }),
    }),
    Orders: ({ Provider, NoSales, LeftByTill }) => ({
      title: NoSales > 0 ? say.count('noSales', NoSales, { provider: Provider }) : say.count('leftByTill', LeftByTill, { provider: Provider }),
      about: NoSales === 0 ? say('leftByTillAbout') : [say('noSalesAbout'), ...(LeftByTill > 0 ? [say.count('leftToo', LeftByTill)] : [])].join(' '),
    }),
    Unmatched: ({ Provider, People, Areas }) => ({
      title: People > 0 ? say.count('people', People, { provider: Provider }) : say.count('areas', Areas, { provider: Provider }),
      about: People === 0 ? say('areasAbout') : [say('peopleAbout', { provider: Provider }), ...(Areas > 0 ? [say.count('areasToo', Areas)] : [])].join(' '),
    }),
    StockOut: ({ LocationId, Products, First: [first, ...others] }) => ({
      title: say.count('stock', Products, { location: placeName(LocationId) }),
      about: first
        ? `${say('stockFirst', { name: first.Name, left: words.quantity(first.OnHand), day: day(first.RunsOutOn), delivery: say.count('days', first.LeadDays) })}${
            others.length > 0 ? ` ${say('stockThen', { names: words.list(others.map(({ Name }) => Name)) })}` : ''
          }`
        : '',
    }),
    Restated: ({ LocationId, Day, Changes, Amount, Currency, Schedule, MailedAt }) => ({
      title: say('restated', { location: placeName(LocationId) }),
      about: say.count(Schedule === null ? 'restatedUnnamed' : 'restatedAbout', Changes, {
        day: day(Day),
        amount: `${Amount > 0 ? '+' : ''}${money(Amount, Currency)}`,
        schedule: Schedule ?? '',
        at: moment(MailedAt),
      }),
    }),
    Loss: ({ LocationId, Figure, Day, SoFar, Amount, Usual, Weeks, Currency }) => ({
      tag: say(`tag.${Figure}`),
      title: say(`${Figure === 'Discounts' ? 'discounts' : 'wastage'}${SoFar ? 'SoFar' : ''}`, {
        amount: money(Amount, Currency),
        location: placeName(LocationId),
        day: dayInWords(Day),
      }),
      about: say('lossAbout', { weekday: words.weekday(Day), usual: money(Usual, Currency), weeks: Weeks }),
    }),
    ShiftOpen: ({ LocationId, Name, At, Minutes }) => ({
      title: say('shift', { name: Name }),
      about: say('shiftAbout', { location: placeName(LocationId), at: moment(At), duration: duration(Minutes) }),
    }),
  }
  return (item) => {
    const written = (writers[item.Kind] as (one: Item) => ReturnType<Writers[Item['Kind']]>)(item)
    return { tag: item.Kind === 'Loss' ? '' : say(`tag.${item.Kind}`), ...written }
  }
}

/** Days, moments, money and places as a sentence has them. */
const useWords = () => {
  const say = useSay(attentionWords)
  const { language, locale } = useLanguage()
  const places = useStoredUser()?.Config?.Locations ?? []
  const today = todayAt(places, new Date())
  const written = (day: string, options: Intl.DateTimeFormatOptions) =>
    dayFormat(LOCALES[language], options)
      .format(new Date(`${day}T00:00:00Z`))
      .replaceAll(',', '')
  const day = (one: string) => written(one, { weekday: 'short', day: 'numeric', month: 'short' })
  return {
    day,
    dayInWords: (one: string) => (one === today ? say('today') : one === addDays(today, -1) ? say('yesterday') : day(one)),
    weekday: (one: string) => written(one, { weekday: 'long' }),
    /** With its day, unless it is of the trading day that is told of anyway. */
    moment: (at: string, on = today) => momentText(at, on, language),
    duration: (minutes: number) => {
      if (minutes >= 2 * 1440) return say.count('days', Math.floor(minutes / 1440))
      return minutes < 60 ? say('minutes', { m: minutes }) : say('hours', { h: Math.floor(minutes / 60), m: minutes % 60 })
    },
    money: (amount: number, currency: string) => moneyText(amount, currency, language),
    quantity: (amount: number) => numberText(Math.round(amount * 10) / 10, language, Number.isInteger(amount) ? 0 : 1),
    list: (names: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    placeName: (locationId: number | null) => places.find(({ LocationId }) => LocationId === locationId)?.Name ?? '',
  }
}
