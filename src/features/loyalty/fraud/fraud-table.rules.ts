import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Table, TableWords } from '#shared/endpoint.ts'
import type { FraudAnswer } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import { keyOfRule } from './fraud-names.rules.ts'
import { stateOfCard } from './listed.rules.ts'

/** The listed cards, a row each, as the screen lists them. */
export const fraudTable = (answer: FraudAnswer, _query: unknown, words: TableWords): Table => {
  const say = (key: keyof (typeof fraudWords)['en']) => words.say(fraudWords, key)
  const note = (key: keyof (typeof tableWords)['en'], values: Record<string, string>) => words.say(tableWords, key, values)
  const day = (iso: string) => (words.language === 'jp' ? iso.replaceAll('-', '/') : iso)
  const text = (key: string, title: string) => ({ key, title, kind: 'text' as const })
  const count = (key: string, title: string) => ({ key, title, kind: 'count' as const })
  const rows = answer.Locations.flatMap((place) =>
    place.Cards.map((card) => ({
      Location: place.Name,
      LocationId: place.LocationId,
      CardNumber: card.CardNumber,
      Name: card.Name,
      Why: [...new Set(card.Hits.map(({ Rule }) => say(keyOfRule(Rule))))].join('; '),
      Day: card.Day,
      Points: card.Points,
      Score: card.Score,
      Case: say(stateOfCard(card)),
    })),
  )
  return {
    title: say('title'),
    notes: [
      note('noteVenue', { venue: words.venueName }),
      note('noteRange', { from: day(answer.FromDate), to: day(answer.ToDate) }),
      note('noteAsAt', { instant: answer.AsAt }),
    ],
    columns: [
      text('Location', say('location')),
      text('CardNumber', say('card')),
      text('Name', say('name')),
      text('Why', say('why')),
      { key: 'Day', title: say('day'), kind: 'date' },
      count('Points', say('points')),
      count('Score', say('score')),
      text('Case', say('case')),
    ],
    rows,
  }
}
