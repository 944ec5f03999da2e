import { messages } from './messages.ts'

/** What somebody cannot give or take, as the server's refusal lists it and as a Japanese reader is told. */
export const beyondAccess = messages(
  {
    all: '{what} (at all locations, including new ones)',
    elsewhere: '{what} (at locations where you do not work)',
    role: 'the role {role}',
    allPlaces: 'all locations, including new ones',
    otherPlaces: 'locations where you do not work',
  },
  {
    all: '{what}(今後追加される店舗を含む全店舗)',
    elsewhere: '{what}(ご自身の担当ではない店舗)',
    role: '役割「{role}」',
    allPlaces: '今後追加される店舗を含む全店舗',
    otherPlaces: 'ご自身の担当ではない店舗',
  },
)

/** What stands between the parts of the list. */
export const BETWEEN_PARTS = '; '
