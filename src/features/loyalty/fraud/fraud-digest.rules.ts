import type { Reported } from '#features/delivery/schedules/schedule-letter.rules.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { type Language, text } from '#shared/messages.ts'
import { fraudWords } from './fraud.messages.ts'
import { digestWords } from './fraud-digest.messages.ts'
import { nameOfRule } from './fraud-names.rules.ts'
import type { Rule } from './fraud-rules.rules.ts'

interface ToldCase {
  CardNumber: string
  Location: string
  Day: string
  Score: number
  Rules: readonly Rule[]
}

interface Told {
  fresh: readonly ToldCase[]
  /** Cases that are open and were told before. */
  older: number
  venueName: string
  loyaltyName: string
  language: Language
  publicUrl: string
}

const MOST_CASES = 50

/** The digest as a mailed report: a row for each new case, the highest score first. Of members it says no more than the end of a card's number. */
export const digestOf = ({ fresh, older, venueName, loyaltyName, language, publicUrl }: Told): Reported => {
  const counted = (key: 'newCases' | 'olderCases', n: number) => text(digestWords, language, `${key}.${n === 1 ? 'one' : 'other'}`, { n })
  const say = (key: 'card' | 'day' | 'score' | 'why') => text(fraudWords, language, key)
  const days = fresh.map(({ Day }) => Day).sort()
  const rows = fresh.toSorted((a, b) => b.Score - a.Score)
  return {
    name: text(fraudWords, language, 'title'),
    venueName,
    range: counted('newCases', fresh.length),
    language,
    notes: older > 0 ? [counted('olderCases', older)] : [],
    table: {
      columns: [
        { title: say('card'), figure: false },
        { title: text(digestWords, language, 'location'), figure: false },
        { title: say('day'), figure: false },
        { title: say('score'), figure: true },
        { title: say('why'), figure: false },
      ],
      rows: rows
        .slice(0, MOST_CASES)
        .map(({ CardNumber, Location, Day, Score, Rules }) => [
          maskedNumber(CardNumber),
          Location,
          dayText(Day, language),
          String(Score),
          Rules.map((rule) => nameOfRule(rule, language)).join(', '),
        ]),
      totals: [],
      more: Math.max(0, rows.length - MOST_CASES),
    },
    owner: '',
    because: text(digestWords, language, 'because', { venue: venueName, loyalty: loyaltyName || text(digestWords, language, 'loyalty') }),
    empty: false,
    attached: false,
    test: false,
    link: `${publicUrl}/loyalty/fraud-check?range=${[...new Set([days[0], days.at(-1)])].join('..')}&state=New`,
    leave: undefined,
  }
}
