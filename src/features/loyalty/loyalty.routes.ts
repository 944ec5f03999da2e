import { movementNamed } from '#features/ledger/by-hand.sql.ts'
import { implement } from '#platform/web/implement.ts'
import { adjustmentNamed, decide, listAdjustments } from './adjustments.sql.ts'
import { detailsOf } from './card-row.rules.ts'
import { balanceOf, cardNamed, incompleteCards, setDetails } from './cards.sql.ts'
import { expiryPreview } from './expiry-preview.sql.ts'
import { loyalty } from './loyalty.contract.ts'
import { movementsOf } from './movements.sql.ts'
import { adjustPoints, expirePoints, replaceCard, reverseMovement, transferPoints } from './points-by-hand.sql.ts'
import { soughtIn } from './search.rules.ts'
import { searchCards } from './search.sql.ts'

export const loyaltyImplementation = implement(loyalty, {
  search: ({ venue, query }) => searchCards(venue, soughtIn(query)),
  incomplete: ({ venue, query: { After, Limit = 100 } }) => incompleteCards(venue, After, Limit),
  details: async ({ venue, params }) => ({ Details: detailsOf(await cardNamed(venue, params.card)) }),
  setDetails: async ({ venue, params, body }) => ({ Details: await setDetails(venue, params.card, body.Details) }),
  points: ({ venue, params }) => balanceOf(venue, params.card),
  adjustPoints: ({ venue, params, body }) => adjustPoints(venue, params.card, body),
  movements: ({ venue, params, query }) => movementsOf(venue, params.card, query),
  transferPoints: ({ venue, params, body }) => transferPoints(venue, params.from, params.to, body),
  replaceCard: ({ venue, params, body }) => replaceCard(venue, params.old, params.new, body),
  reverseMovement: ({ venue, params, body }) => reverseMovement(venue, params.id, body),
  adjustments: async ({ venue, query }) => ({ Adjustments: await listAdjustments(venue, query.State) }),
  approveAdjustment: ({ venue, params, body }) => decide(venue, params.id, true, body.Comments ?? ''),
  refuseAdjustment: ({ venue, params, body }) => decide(venue, params.id, false, body.Comments ?? ''),
  expiryPreview: ({ venue }) => expiryPreview(venue),
  expirePoints: ({ venue, body }) => expirePoints(venue, body),

  finders: {
    adjustPoints: ({ venue, params }) => cardNamed(venue, params.card),
    movements: ({ venue, params }) => cardNamed(venue, params.card),
    transferPoints: async ({ venue, params }) => {
      await cardNamed(venue, params.from)
      await cardNamed(venue, params.to)
    },
    replaceCard: ({ venue, params }) => cardNamed(venue, params.old),
    reverseMovement: ({ venue, params }) => movementNamed(venue, params.id),
    approveAdjustment: ({ venue, params }) => adjustmentNamed(venue, params.id),
    refuseAdjustment: ({ venue, params }) => adjustmentNamed(venue, params.id),
  },
})
