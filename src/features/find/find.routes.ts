import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type Implementation, implement } from '#platform/web/implement.ts'
import type { Tag } from '#shared/permissions.ts'
import { type FoundCard, type FoundPerson, type FoundProduct, type FoundReceipt, find, MOST_OF_A_KIND } from './find.contract.ts'

type Finder<F> = (venue: VenueScope, text: string, most: number) => Promise<F[]>

/** Who finds what: each kind is found by the feature it belongs to. */
export interface Finders {
  products: Finder<FoundProduct>
  people: Finder<FoundPerson>
  cards: Finder<FoundCard>
  receipts: Finder<FoundReceipt>
}

/** The one box, over what these find. */
export const findWith = (finders: Finders): Implementation[] =>
  implement(find, {
    find: async ({ venue, query }) => {
      const found = <F>(tag: Tag, finder: Finder<F>): Promise<F[]> | F[] => (venue.tags.includes(tag) ? finder(venue, query.Text, MOST_OF_A_KIND) : [])
      const [Products, People, Cards, Receipts] = await Promise.all([
        found('can_viewplu', finders.products),
        found('can_viewemp', finders.people),
        found('can_viewloyalty', finders.cards),
        found('can_viewsales', finders.receipts),
      ])
      return { Products, People, Cards, Receipts }
    },
  })
