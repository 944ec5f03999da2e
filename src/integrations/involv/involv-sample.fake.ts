import type { InvolvBooks } from './involv-books.fake.ts'

/** A card of the sample venue, with the points it holds. */
export interface SampleCard {
  number: string
  name: string
  email: string | null
  phone: string | null
  tier: string | null
  points: number
}

/**
 * The members of a club that the sample's cards belong to: most agree with their card, some have other points, another name or another card, and
 * some have no card at the venue yet.
 */
export const fillSampleMembers = (books: InvolvBooks, cards: readonly SampleCard[]): void => {
  for (const [i, card] of cards.entries()) {
    const { id } = books.member(card.number, { ...profileOf(card), ...(i === 3 ? { last_name: 'Marchetti' } : {}), points_balance: i === 5 ? 0 : card.points })
    if (i === 1) books.move(id, 'accrue', 120, { location: 'Harbour Bar' })
    if (i === 2) books.move(id, 'redeem', -Math.min(card.points, 40), { location: 'Cellar Door' })
  }
  const [first] = cards
  if (first) books.member(first.number, { ...profileOf(first), last_name: 'Again', points_balance: 15 })
  books.member('', { first_name: 'Noor', last_name: 'Haddad', points_balance: 60 })
  for (const [i, name] of ['Imogen Tran', 'Callum Reid', 'Saori Endo'].entries()) {
    const [first_name = '', last_name = ''] = name.split(' ')
    const { id } = books.member(`700000000${i + 1}`, { first_name, last_name, email: `${first_name.toLowerCase()}@example.com`, tier: i === 0 ? 'Gold' : null })
    books.move(id, 'accrue', 150 + i * 85, { amount: 150 + i * 85, location: 'Harbour Bar' })
  }
}

const profileOf = ({ name, email, phone, tier }: SampleCard) => {
  const [first_name = '', ...rest] = name.split(' ')
  return { first_name, last_name: rest.join(' '), email, phone, tier }
}
