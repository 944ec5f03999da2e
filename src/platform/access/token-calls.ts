import { maskedNumber } from '#shared/card-number.ts'
import type { AnyOperation } from '#shared/endpoint.ts'

type Shown = (answer: never) => unknown

interface FoundCard {
  CardNumber: string
  Email: string | null
  Phone: string | null
  ReplacedBy: string | null
}

/** Whose card it is and what is on it; not what it could be used with, nor how its holder is reached. */
const withoutHolders: Shown = (answer: { Details: readonly FoundCard[] }) => ({
  ...answer,
  Details: answer.Details.map((card) => ({
    ...card,
    CardNumber: maskedNumber(card.CardNumber),
    ReplacedBy: card.ReplacedBy && maskedNumber(card.ReplacedBy),
    Email: null,
    Phone: null,
  })),
})

/** What of an answer a personal token is given; all of it where it is not said. */
export const shownToToken = ({ path }: AnyOperation): Shown | undefined => (path === '/loyalty/search' ? withoutHolders : undefined)
